/** Snapshots of sessions: a connection that continues in another client. */
import type { Snapshot } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'

/** A copy by way of JSON, as another isolate would get it. */
const carry = (snapshot: Snapshot): Snapshot => JSON.parse(JSON.stringify(snapshot))

export const sessions: Scenario[] = [
  {
    name: 'a client from a snapshot continues the session and sends only the call',
    async run({ connect, server, assert }) {
      const here = await connect()
      const snapshot = carry(here.snapshot())
      await here.detach()
      const before = (await server.methods()).length
      const there = await connect({ snapshot })
      assert.equal(there.server, here.server)
      assert.match(there.connection, { protocolVersion: '2025-11-25', status: 'connected', fellBack: false })
      assert.equal((await there.callTool('echo', { text: 'on' })).content, textContent('on'))
      assert.equal((await server.methods()).slice(before), ['tools/call'])
      const sessions = (await server.journal()).flatMap(({ headers }) => headers['mcp-session-id'] ?? [])
      assert.equal(new Set(sessions).size, 1)
    },
  },
  {
    name: 'a snapshot with an expired session recovers at the first call',
    async run({ connect, server, assert }) {
      const here = await connect()
      const snapshot = carry(here.snapshot())
      await here.close()
      const there = await connect({ snapshot })
      assert.equal((await there.callTool('echo', { text: 'healed' })).content, textContent('healed'))
      assert.equal((await server.methods()).filter((method) => method === 'initialize').length, 2)
      assert(there.snapshot().session?.['mcp-session-id'] !== snapshot.session?.['mcp-session-id'], 'a new session')
    },
  },
  {
    name: 'over HTTP+SSE a snapshot saves the transport detection, not the handshake',
    async run({ connect, server, assert }) {
      await server.configure({ get: 'sse' })
      await server.script({ on: { httpMethod: 'POST', path: '/mcp' }, do: [{ respond: { status: 405 } }] })
      const here = await connect()
      assert.equal(here.connection.fellBack, true)
      const snapshot = carry(here.snapshot())
      assert.equal(snapshot.session, undefined)
      await here.close()
      const before = (await server.methods()).length
      const there = await connect({ snapshot })
      assert.equal((await there.callTool('echo', { text: 'on' })).content, textContent('on'))
      assert.equal((await server.methods()).slice(before, before + 2), ['GET', 'initialize'])
    },
  },
  {
    name: 'a snapshot is refused for another URL, and its contents appear nowhere else',
    async run({ connect, server, assert }) {
      const events: unknown[] = []
      const client = await connect({ onEvent: (event) => events.push(event) })
      const snapshot = client.snapshot()
      const id = snapshot.session?.['mcp-session-id']
      assert(id && JSON.stringify(snapshot).includes(id), 'the snapshot holds the session id')
      assert(!JSON.stringify([client, client.connection, events]).includes(String(id)), 'and nothing else does')
      for (const url of [`${server.url}?other`, server.sseUrl]) {
        await assert.rejects(connect({ url, snapshot }), { name: 'TypeError', message: /^snapshot: got/ })
      }
      await assert.rejects(connect({ snapshot: { ...snapshot, version: 2 as never } }), { name: 'TypeError' })
    },
  },
]
