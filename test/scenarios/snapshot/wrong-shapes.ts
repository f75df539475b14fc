/** Snapshots from a storage that other versions and other programs write to: refused before anything is sent. */
import type { Snapshot } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { textContent } from '../steps/content.ts'

/** What a wrong snapshot has instead of a good one's members, and what the error says. */
const wrong: [change: object, message: string][] = [
  [{ version: 2 }, 'snapshot: got one of another address or version'],
  [{ url: 5 }, 'snapshot: got one of another address or version'],
  [{ era: undefined }, 'snapshot: expected modern or legacy at era, got undefined'],
  [{ era: 'ancient' }, 'snapshot: expected modern or legacy at era, got string'],
  [{ transport: 'stdio' }, 'snapshot: expected streamable-http or sse at transport, got string'],
  [{ transport: null }, 'snapshot: expected streamable-http or sse at transport, got null'],
  [{ session: 'abc' }, 'snapshot: expected object at session, got string'],
  [{ session: ['abc'] }, 'snapshot: expected object at session, got array'],
  [{ session: { 'mcp-session-id': 5 } }, 'snapshot: expected string at session.mcp-session-id, got number'],
  [{ session: { authorization: 'Bearer x' } }, 'snapshot: "authorization" is not a session header'],
  [{ session: { 'Mcp-Session-Id': 'a b' } }, 'snapshot: "Mcp-Session-Id" is not a session header'],
  [{ server: undefined }, 'snapshot: expected object at server, got undefined'],
  [{ server: 'mock' }, 'snapshot: expected object at server, got string'],
  [{ server: {} }, 'snapshot: expected string at server.protocolVersion, got undefined'],
  [{ tools: 5 }, 'snapshot: expected array at tools, got number'],
  [{ tools: [null] }, 'snapshot: expected object at tools.0, got null'],
  [{ tools: [{ name: 'a' }] }, 'snapshot: expected object at tools.0.inputSchema, got undefined'],
]

export const wrongShapes: Scenario[] = [
  ...inBothEras({
    name: 'a snapshot of a wrong shape is refused with the member that is wrong, and nothing is sent',
    async run({ connect, connectAny, server, assert }) {
      const client = await connect()
      const good = client.snapshot()
      await client.detach()
      const before = (await server.journal()).length
      const refusal = { name: 'TypeError', code: 'invalid-argument', delivery: 'not-executed' }
      for (const [change, message] of wrong) {
        const snapshot = { ...good, ...change } as Snapshot
        const kept = JSON.stringify(snapshot)
        await assert.rejects(connectAny({ snapshot }), { ...refusal, message })
        assert.equal(JSON.stringify(snapshot), kept, 'it is not changed')
      }
      for (const snapshot of [5, 'text', [], {}, true]) {
        await assert.rejects(connectAny({ snapshot: snapshot as never }), refusal)
      }
      assert.equal((await server.journal()).length, before)
      const next = await connectAny({ snapshot: good })
      assert.equal((await next.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  }),
  {
    name: 'null for a snapshot, as a storage returns for an unknown key, means none',
    async run({ connect, assert }) {
      const client = await connect({ snapshot: null as never })
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  },
]
