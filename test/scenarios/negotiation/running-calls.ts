/** Calls that run while the era of the server is found out or changes. */
import type { Fetch } from '../../../src/core/index.ts'
import type { Rule } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import { notInBrowsers } from '../steps/browsers.ts'
import { eventually, textsOf } from '../steps/calls.ts'
import { HANDSHAKES } from '../steps/handshake-versions.ts'
import { paramsOf, requestsIn, responsesIn, sessionOf } from '../steps/journal.ts'
import { MODERN, unsupported } from '../steps/modern.ts'
import { fromSnapshotOf, rememberedAs } from '../steps/remembered-era.ts'

/** The first echo is refused by a server that names the stateless revision. */
const grown: Rule = { on: { rpcMethod: 'tools/call', tool: 'echo' }, nth: 1, do: [unsupported(MODERN)] }

export const runningCalls: Scenario[] = [
  {
    name: 'a call of the earlier era that is aborted after the change is cancelled where it runs',
    async run({ connect, connectAny, server, assert }) {
      const client = await connectAny(fromSnapshotOf(await connect()))
      await server.script(grown)
      const stop = new AbortController()
      const running = client.callTool('slow', { ms: 60_000 }, { signal: stop.signal })
      await server.until((entries) => requestsIn(entries, 'tools/call').length === 1)
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert.equal(client.connection.era, 'modern')
      stop.abort('enough')
      assert.equal(await assert.rejects(running), 'enough' as never)
      const journal = await server.until((entries) => requestsIn(entries, 'notifications/cancelled').length > 0)
      const [cancelled] = requestsIn(journal, 'notifications/cancelled')
      const [call] = requestsIn(journal, 'tools/call')
      assert.equal(paramsOf(cancelled).requestId, call?.id)
      assert(sessionOf(call), 'the call had a session')
      assert.equal(sessionOf(cancelled), sessionOf(call))
    },
  },
  {
    name: 'a question of a call of the earlier era is answered after the change, where it was asked',
    async run(world) {
      const { connect, connectAny, server, assert } = world
      let answer: ((value: object) => void) | undefined
      const elicit = () =>
        new Promise<never>((resolve) => {
          answer = resolve as never
        })
      const client = await connectAny({ ...fromSnapshotOf(await connect()), handlers: { elicit } })
      const params = { message: 'Who?', requestedSchema: { type: 'object', properties: {} } }
      await server.script(grown, {
        on: { rpcMethod: 'tools/call', tool: 'slow' },
        do: [
          { stream: {} },
          { serverRequest: { method: 'elicitation/create', params, id: 'question' }, wait: true },
          { answer: true },
        ],
      })
      const running = client.callTool('slow', { ms: 1 })
      await eventually(world, () => answer !== undefined)
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert.equal(client.connection.era, 'modern')
      answer?.({ action: 'accept', content: {} })
      assert.equal(textsOf(await running), ['waited 1 ms'])
      assert.match(responsesIn(await server.journal()).get('question'), { result: { action: 'accept', content: {} } })
    },
  },
  {
    name: 'a call over HTTP+SSE goes on when another call finds that the server became a stateless one',
    async run(world) {
      const { connectAny, server, ledger, assert } = world
      await server.configure({ get: 'sse' })
      const { fetch, bodies } = ledger()
      const client = await connectAny({ ...rememberedAs('http-sse'), fetch })
      assert.equal(client.connection.transport, 'sse')
      await server.script(grown, {
        on: { rpcMethod: 'tools/call', tool: 'slow' },
        nth: 1,
        do: [{ barrier: 'later' }, { pass: true }],
      })
      const running = client.callTool('slow', { ms: 1 })
      await server.reached('later')
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert.equal(client.connection.era, 'modern')
      await server.release('later')
      assert.equal(textsOf(await running), ['waited 1 ms'])
      await eventually(world, () => bodies().every(({ method, state }) => method !== 'GET' || state !== 'open'))
    },
  },
  {
    name: 'a late refusal does not question an era that another answer has confirmed',
    async run({ connectAny, server, assert }) {
      await server.script({
        on: { rpcMethod: 'tools/call', tool: 'slow' },
        do: [{ barrier: 'late' }, { respond: { status: 400, body: 'bad' } }],
      })
      const client = await connectAny(rememberedAs('modern'))
      const refused = client.callTool('slow', { ms: 1 })
      refused.catch(() => {})
      await server.reached('late')
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      await server.release('late')
      await assert.rejects(refused, { code: 'http', status: 400 })
      assert.equal(requestsIn(await server.journal(), 'server/discover').length, 0)
    },
  },
  {
    name: 'a probe that got no response twice decides nothing, and the next refusal probes again',
    runs: notInBrowsers('a probe without a response looks like a refused preflight there'),
    async run({ connect, connectAny, server, assert }) {
      const memory = fromSnapshotOf(await connect())
      await server.configure({ versions: [MODERN] })
      let probes = 0
      const lossy: Fetch = (url, init) => {
        const isProbe = init.headers['mcp-method'] === 'server/discover'
        return isProbe && ++probes <= 2 ? Promise.reject(new TypeError('fetch failed')) : fetch(url, init)
      }
      const client = await connectAny({ ...memory, fetch: lossy })
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'rpc', status: 400 })
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert.equal([probes, client.connection.era], [3, 'modern'])
    },
  },
  {
    name: 'an established connection notices that the server speaks the stateless revision only',
    async run({ connectAny, server, assert }) {
      await server.configure({ versions: [...HANDSHAKES] })
      const client = await connectAny()
      assert.equal(textsOf(await client.callTool('echo', { text: 'old' })), ['old'])
      await server.configure({ versions: [MODERN] })
      assert.equal(textsOf(await client.callTool('echo', { text: 'new' })), ['new'])
      assert.match(client.connection, { era: 'modern', protocolVersion: MODERN, status: 'connected' })
    },
  },
  {
    name: 'refused arguments make an established connection probe once, not with every call',
    async run({ connectAny, server, assert }) {
      await server.configure({ versions: [...HANDSHAKES] })
      const client = await connectAny()
      await client.ping()
      const body = { jsonrpc: '2.0', id: null, error: { code: -32_602, message: 'Invalid arguments' } }
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ respond: { status: 400, body } }] })
      for (let call = 0; call < 5; call++) {
        await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'rpc', rpcCode: -32_602, status: 400 })
      }
      const journal = await server.journal()
      assert.equal(requestsIn(journal, 'server/discover').length, 2)
      assert.equal(requestsIn(journal, 'initialize').length, 1)
      await server.script()
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  },
  {
    name: 'a call that a server of the other era executed before it answered 400 is not sent again',
    async run({ connect, connectAny, server, assert }) {
      await server.configure({ versions: [...HANDSHAKES] })
      const inside = await connect()
      // It reads requests of any era, and its framework makes a bare 400 of an error after the work.
      const lax: Fetch = async (url, init) => {
        const method = init.headers['mcp-method']
        if (method === 'tools/call') await inside.callTool('counter')
        return method ? new Response(method === 'tools/call' ? 'boom' : 'what?', { status: 400 }) : fetch(url, init)
      }
      const client = await connectAny({ ...rememberedAs('modern'), fetch: lax })
      await server.script({
        on: { rpcMethod: 'tools/call', tool: 'counter' },
        nth: 2,
        do: [{ respond: { status: 429 } }],
      })
      await assert.rejects(client.callTool('counter'), { code: 'http', status: 400, delivery: 'unknown' })
      assert.equal(client.connection.era, 'legacy')
      await server.script()
      assert.equal((await client.callTool('counter')).structuredContent, { executions: 2 })
    },
  },
  {
    name: 'a call that a server of the other era refuses as it refuses the probe was not executed',
    async run({ connectAny, server, assert }) {
      await server.configure({ versions: [...HANDSHAKES] })
      const strict: Fetch = async (url, init) =>
        init.headers['mcp-method'] ? new Response('Missing session id', { status: 400 }) : fetch(url, init)
      const client = await connectAny({ ...rememberedAs('modern'), fetch: strict })
      await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ respond: { status: 429 } }] })
      await assert.rejects(client.callTool('counter'), { code: 'http', status: 429, delivery: 'not-executed' })
      assert.equal((await client.callTool('counter')).structuredContent, { executions: 1 })
    },
  },
]
