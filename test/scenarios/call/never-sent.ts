/** Calls that are given up before they were sent, or after the server refused them: they were not executed. */
import type { ConnectOptions } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { become } from '../steps/become.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { callsIn, textsOf } from '../steps/calls.ts'
import { requestsIn } from '../steps/journal.ts'
import { never } from '../steps/never.ts'

/** A headers function that can be held, for the next call or after the next 401. */
function createGate() {
  const gate = { isClosed: false, open: () => {} }
  const headers: ConnectOptions['headers'] = async () => {
    if (gate.isClosed) {
      await new Promise<void>((resolve) => {
        gate.open = resolve
      })
    }
    return { 'x-any': 'x' }
  }
  return { gate, headers }
}

export const neverSent: Scenario[] = [
  ...inBothEras({
    name: 'a call that times out while it waits for Retry-After was not executed',
    async run({ connect, server, assert }) {
      const client = await connect()
      const busy = { respond: { status: 429, headers: { 'retry-after': '9' } } }
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [busy] })
      await assert.rejects(client.callTool('counter', {}, { timeout: 1_000 }), {
        code: 'timeout',
        delivery: 'not-executed',
      })
      await server.script()
      assert.equal(textsOf(await client.callTool('counter')), ['1'])
      assert.equal(requestsIn(await server.journal(), 'notifications/cancelled').length, 0)
    },
  }),
  ...inBothEras({
    name: 'a call that times out while new headers are asked for after a 401 was not executed',
    async run({ connect, server, assert }) {
      const client = await connect({ headers: (why) => (why === 'request' ? { 'x-any': 'x' } : never()) })
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ respond: { status: 401 } }] })
      await assert.rejects(client.callTool('counter', {}, { timeout: 1_000 }), {
        code: 'timeout',
        delivery: 'not-executed',
      })
    },
  }),
  {
    name: 'a call that is refused for its revision and given up while the server is asked for another was not executed',
    async run({ connect, server, assert }) {
      const client = await connect({ versions: ['2026-07-28', '2025-11-25'] })
      const data = { supported: ['2025-11-25'], requested: '2026-07-28' }
      const error = { code: -32022, message: 'Unsupported protocol version', data }
      await server.script(
        {
          on: { rpcMethod: 'tools/call' },
          do: [{ respond: { status: 400, body: { jsonrpc: '2.0', id: null, error } } }],
        },
        { on: { rpcMethod: 'server/discover' }, do: [{ barrier: 'asked' }] },
        { on: { rpcMethod: 'initialize' }, do: [{ barrier: 'asked' }] },
      )
      await assert.rejects(client.callTool('counter', {}, { timeout: 1_000 }), {
        code: 'timeout',
        delivery: 'not-executed',
      })
      await server.script()
      await server.release('asked')
      assert.equal(textsOf(await client.callTool('counter')), ['1'])
    },
  },
  ...['/mcp', '/sse'].map(
    (path): Scenario => ({
      name: `a call that is aborted before its headers are known is neither sent nor cancelled at the server (${path})`,
      async run({ connect, server, macrotasks, assert }) {
        const { gate, headers } = createGate()
        const client = await connect({ url: server.url.replace('/mcp', path), headers })
        gate.isClosed = true
        const stop = new AbortController()
        const call = client.callTool('counter', {}, { signal: stop.signal })
        call.catch(() => {})
        await macrotasks(2)
        stop.abort('enough')
        assert.same(await assert.rejects(call), 'enough')
        gate.isClosed = false
        gate.open()
        assert.equal(textsOf(await client.callTool('counter')), ['1'])
        const journal = await server.journal()
        assert.equal([callsIn(journal).length, requestsIn(journal, 'notifications/cancelled').length], [1, 0])
      },
    }),
  ),
  {
    name: 'over HTTP+SSE a call whose headers are not known yet when the stream ends goes out once, in the next session',
    async run({ connect, server, macrotasks, assert }) {
      await server.configure({ sse: { retry: 1 } })
      const { gate, headers } = createGate()
      const client = await connect({ url: server.sseUrl, headers })
      gate.isClosed = true
      const call = client.callTool('counter')
      await macrotasks(2)
      await server.act({ closeStreams: 'sse' })
      await become(client, 'reconnecting')
      gate.isClosed = false
      gate.open()
      assert.equal(textsOf(await call), ['1'])
      await macrotasks(5)
      assert.equal(callsIn(await server.journal()).length, 1)
    },
  },
]
