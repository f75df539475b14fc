/** Snapshots across isolates and eras: no handshake, no probe, and outdated ones recover. */
import type { Client, ConnectOptions, Snapshot } from '../../../src/core/index.ts'
import type { Scenario, World } from '../scenario.ts'

/** Options that continue this client as another isolate would, from JSON and without a shared memory. */
const carry = (client: Client): Pick<ConnectOptions, 'snapshot' | 'eraCache' | 'cache'> => ({
  snapshot: JSON.parse(JSON.stringify(client.snapshot())) as Snapshot,
  eraCache: new Map(),
  cache: false,
})

const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

const region = { region: 'eu west', priority: 3, tenant: { id: 'Zoë' } }

/** Calls a tool with parameter headers; resolves with the methods that were sent for it. */
async function callRegion(client: Client, { server, assert }: World) {
  const before = (await server.methods()).length
  const { content } = await client.callTool('region', region)
  assert.equal(content, [{ type: 'text', text: JSON.stringify(region) }])
  return { methods: (await server.methods()).slice(before), last: (await server.journal()).at(-1) }
}

async function dispose(client: Client): Promise<void> {
  if (Symbol.asyncDispose) return client[Symbol.asyncDispose]()
  // Not every runtime has `Symbol.asyncDispose`.
  return client.detach()
}

export const stateless: Scenario[] = [
  {
    name: 'a client from a snapshot of a stateless server sends only the call, with its parameter headers',
    async run(world) {
      const { connectModern, connectAny, assert } = world
      const here = await connectModern()
      await here.listTools()
      const there = await connectAny(carry(here))
      assert.match(there.connection, { era: 'modern', protocolVersion: '2026-07-28', status: 'connected' })
      assert.equal(there.server, here.server)
      const { methods, last } = await callRegion(there, world)
      assert.equal(methods, ['tools/call'])
      assert.match(last?.headers, {
        'mcp-param-region': 'eu west',
        'mcp-param-priority': '3',
        'mcp-param-tenant-id': '=?base64?Wm/Dqw==?=',
      })
    },
  },
  {
    name: 'a snapshot of a stateless server has no session, no secret and only the tools with parameter headers',
    async run({ connectModern, assert }) {
      const client = await connectModern({ headers: { authorization: 'Bearer hunter2' } })
      await client.listTools()
      const snapshot = client.snapshot()
      assert.match(snapshot, { version: 1, era: 'modern', transport: 'streamable-http', session: undefined })
      assert.equal(
        snapshot.tools?.map(({ name }) => name),
        (await client.listTools())
          .filter((tool) => JSON.stringify(tool).includes('x-mcp-header'))
          .map(({ name }) => name),
      )
      assert(!JSON.stringify(snapshot).includes('hunter2'), 'no secret')
      assert.equal(snapshot, JSON.parse(JSON.stringify(snapshot)))
    },
  },
  {
    name: 'a snapshot can be passed from isolate to isolate, and each sends only its calls',
    async run(world) {
      const { connectModern, connect, connectAny, server, assert } = world
      for (const first of [await connectModern(), await connect()]) {
        await first.listTools()
        let from = first
        for (let hop = 0; hop < 3; hop++) {
          const next = await connectAny(carry(from))
          assert.equal((await callRegion(next, world)).methods, ['tools/call'])
          await from.detach()
          from = next
        }
      }
      const sessions = (await server.journal()).flatMap(({ headers }) => headers['mcp-session-id'] ?? [])
      assert.equal(new Set(sessions).size, 1)
    },
  },
  {
    name: 'list and call from a snapshot are two requests, in both eras',
    async run({ connectModern, connect, connectAny, server, assert }) {
      for (const here of [await connectModern(), await connect()]) {
        const there = await connectAny(carry(here))
        const before = (await server.methods()).length
        await there.listTools()
        await there.callTool('echo', { text: 'x' })
        assert.equal((await server.methods()).slice(before), ['tools/list', 'tools/call'])
      }
    },
  },
  {
    name: 'a snapshot works after the server fell back to a handshake, with one negotiation and one repeated call',
    async run(world) {
      const { connectModern, connectAny, server, assert } = world
      const here = await connectModern()
      await here.listTools()
      const carried = carry(here)
      await server.configure({ versions: LEGACY })
      const there = await connectAny(carried)
      const { methods } = await callRegion(there, world)
      assert.match(there.connection, { era: 'legacy', protocolVersion: '2025-11-25', status: 'connected' })
      assert.equal(methods.filter((method) => method === 'initialize').length, 1)
      assert.equal(methods.filter((method) => method === 'tools/call').length, 2)
      assert.equal((await callRegion(there, world)).methods, ['tools/call'])
    },
  },
  {
    name: 'a snapshot works after the server gave up the handshake',
    async run(world) {
      const { connect, connectAny, server, assert } = world
      const here = await connect()
      await here.listTools()
      const carried = carry(here)
      await server.configure({ versions: ['2026-07-28'] })
      const there = await connectAny(carried)
      await there.callTool('echo', { text: 'on' })
      assert.match(there.connection, { era: 'modern', protocolVersion: '2026-07-28', status: 'connected' })
      const before = (await server.methods()).length
      await there.callTool('echo', { text: 'on' })
      assert.equal((await server.methods()).slice(before), ['tools/call'])
    },
  },
  {
    name: 'a snapshot with outdated tools works after one HeaderMismatch and one list',
    async run(world) {
      const { connectModern, connectAny, assert } = world
      const here = await connectModern()
      await here.listTools()
      const carried = carry(here)
      const { tools: _, ...without } = carried.snapshot as Snapshot
      const there = await connectAny({ ...carried, snapshot: without })
      assert.equal((await callRegion(there, world)).methods, ['tools/call', 'tools/list', 'tools/call'])
      assert.equal((await callRegion(there, world)).methods, ['tools/call'])
    },
  },
  {
    name: 'a snapshot of a stateless server is refused for another URL',
    async run({ connectModern, connectAny, server, assert }) {
      const { snapshot } = carry(await connectModern())
      for (const url of [`${server.url}?other`, server.sseUrl]) {
        await assert.rejects(connectAny({ url, ...(snapshot && { snapshot }) }), { name: 'TypeError' })
      }
    },
  },
  {
    name: 'dispose ends the session, unless it came from a snapshot or keepSession is set',
    async run({ connect, connectAny, server, assert }) {
      const ended = async () => (await server.methods()).filter((method) => method === 'DELETE').length
      const here = await connect({ keepSession: true })
      const carried = carry(here)
      await dispose(here)
      const there = await connectAny(carried)
      await there.callTool('echo', { text: 'still there' })
      await dispose(there)
      assert.equal(await ended(), 0)
      assert.equal((await server.methods()).filter((method) => method === 'initialize').length, 1)
      await assert.rejects(there.callTool('echo', { text: 'x' }), { code: 'closed', delivery: 'not-executed' })
      const own = await connect()
      await dispose(own)
      assert.equal(await ended(), Symbol.asyncDispose ? 1 : 0)
    },
  },
]
