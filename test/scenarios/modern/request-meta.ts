/** `_meta` of stateless requests, and what is known of the server. */
import type { KnownServer } from '../../../src/core/index.ts'
import type { Scenario, World } from '../scenario.ts'
import { textsOf } from '../steps/calls.ts'
import { paramsOf, requestsIn, sentIn } from '../steps/journal.ts'
import { forgetful, MODERN, metaOf, onProbe } from '../steps/modern.ts'

/** An era cache that knows the server as stateless, and nothing else of it. */
function known({ server }: World) {
  const known: KnownServer = {
    era: 'modern',
    transport: 'streamable-http',
    protocolVersion: MODERN,
    checkedAt: Date.now(),
    server: {},
  }
  return { eraCache: { get: (url: string) => (url === server.url ? known : undefined), set: () => {} } }
}

const OWN_INFO = 'io.modelcontextprotocol/serverInfo'

const info = { name: 'server', version: '7' }

export const requestMeta: Scenario[] = [
  {
    name: "every request carries its protocol version and the client's capabilities, even if those are empty",
    ids: ['protocol:L-14'],
    async run({ connectAny, server, assert }) {
      const client = await connectAny({ cache: false })
      await client.listTools()
      await client.callTool('echo', { text: 'x' }, { meta: { 'example.com/own': 1 }, onProgress: () => {} })
      await client.callTool('later')
      await client.request('example.com/own').catch(() => {})
      const sent = sentIn(await server.journal())
      assert.equal(
        sent.map(({ rpcMethod }) => rpcMethod),
        ['server/discover', 'tools/list', 'tools/call', 'tools/call', 'tools/call', 'example.com/own'],
      )
      for (const entry of sent) {
        assert.match(metaOf(entry), { version: MODERN, capabilities: {} }, entry.rpcMethod)
      }
    },
  },
  {
    name: "the caller's _meta is sent and cannot replace the protocol's fields",
    ids: ['protocol:L-14'],
    async run({ connectAny, server, assert }) {
      const client = await connectAny()
      const meta = {
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01',
        'io.modelcontextprotocol/protocolVersion': '1999-01-01',
        'io.modelcontextprotocol/clientCapabilities': { roots: {} },
      }
      await client.callTool('echo', { text: 'x' }, { meta })
      const [call] = requestsIn(await server.journal(), 'tools/call')
      assert.match(metaOf(call), { version: MODERN, capabilities: {} })
      assert.match(paramsOf(call)._meta, { traceparent: meta.traceparent })
    },
  },
  {
    name: 'every request carries clientInfo',
    ids: ['protocol:L-15'],
    async run({ connectAny, server, assert }) {
      const clientInfo = { name: 'scenario', version: '1.2.3', title: 'A scenario' }
      const client = await connectAny({ clientInfo })
      await client.callTool('echo', { text: 'x' })
      for (const entry of sentIn(await server.journal())) assert.equal(metaOf(entry).info, clientInfo, entry.rpcMethod)
      const unnamed = await connectAny()
      await unnamed.callTool('echo', { text: 'x' })
      const call = requestsIn(await server.journal(), 'tools/call').at(-1)
      assert.match(metaOf(call).info, { name: /./, version: /./ })
    },
  },
  {
    name: 'each request declares the capabilities that its handlers, or its caller, can answer',
    ids: ['protocol:L-16'],
    async run({ connectAny, server, assert }) {
      const able = await connectAny({ handlers: { roots: () => [], sample: () => ({}) as never } })
      await able.callTool('echo', { text: 'x' })
      const plain = await connectAny({ extensions: { 'example.com/own': { level: 2 } } })
      await plain.callTool('echo', { text: 'x' })
      await plain.callTool('echo', { text: 'x' }, { inputRequired: 'return' })
      await plain.callTool('echo', { text: 'x' })
      const declared = requestsIn(await server.journal(), 'tools/call').map((call) => metaOf(call).capabilities)
      const own = { extensions: { 'example.com/own': { level: 2 } } }
      assert.equal(Object.keys(declared[0] as object).sort(), ['roots', 'sampling'])
      assert.equal([declared[1], declared[3]], [own, own])
      assert.equal(Object.keys(declared[2] as object).sort(), ['elicitation', 'extensions', 'roots', 'sampling'])
    },
  },
  {
    name: 'server/discover is sent to an unknown server and left out for a known one',
    ids: ['protocol:L-17'],
    async run(world) {
      const { connectAny, server, assert } = world
      const asked = await connectAny()
      assert(asked.server.capabilities?.tools, 'discovered')
      const reported = await connectAny(known(world))
      assert.equal(textsOf(await reported.callTool('echo', { text: 'x' })), ['x'])
      assert.equal(await server.methods(), ['server/discover', 'tools/call'])
    },
  },
  {
    name: 'serverInfo may stand in either place of the server/discover result',
    ids: ['protocol:L-18'],
    async run({ connectAny, server, assert }) {
      const result = { resultType: 'complete', supportedVersions: [MODERN], capabilities: { prompts: {} } }
      const placed = [
        { ...result, instructions: 'be kind', _meta: { [OWN_INFO]: info } },
        { ...result, instructions: 'be kind', serverInfo: info },
      ]
      for (const answerJson of placed) {
        await server.script(onProbe({ answerJson }))
        const client = await connectAny({ eraCache: forgetful, cache: false })
        assert.equal(client.server, { info, capabilities: { prompts: {} }, instructions: 'be kind' })
      }
    },
  },
  {
    name: 'serverInfo may come with any result, and need not come at all',
    ids: ['protocol:L-19'],
    async run(world) {
      const { connectAny, server, assert } = world
      const client = await connectAny({ ...known(world), cache: false })
      assert.equal(client.server.info, undefined)
      await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ answerJson: { content: [] } }] })
      await client.callTool('echo', { text: 'x' })
      assert.equal(client.server.info, undefined)
      await client.callTool('echo', { text: 'x' })
      assert.match(client.server.info, { name: 'mock' })
      assert.equal(client.server.capabilities, undefined)
    },
  },
  {
    name: 'cached lists are shared only under the same cache partition',
    ids: ['protocol:L-20'],
    async run({ connectAny, server, assert }) {
      await server.configure({ cache: { ttlMs: 60_000, cacheScope: 'private' } })
      const list = async (who: string) => {
        const client = await connectAny({ headers: { authorization: who }, cachePartition: () => who })
        return (await client.listTools()).map(({ name }) => name)
      }
      const first = await list('Bearer a')
      assert.equal(await list('Bearer a'), first)
      const lists = async () => requestsIn(await server.journal(), 'tools/list')
      assert.equal((await lists()).length, 1)
      await list('Bearer b')
      assert.equal(
        (await lists()).map(({ headers }) => headers.authorization),
        ['Bearer a', 'Bearer b'],
      )
    },
  },
  {
    name: '-32021 reaches the caller with the capabilities it names, and the call is not repeated',
    ids: ['protocol:L-21'],
    async run({ connectAny, server, assert }) {
      const client = await connectAny()
      const error = await assert.rejects(client.callTool('ask', { what: 'sample' }), {
        code: 'rpc',
        rpcCode: -32021,
        status: 400,
      })
      assert((error.data as { requiredCapabilities: { sampling?: object } }).requiredCapabilities.sampling, 'named')
      assert.equal(requestsIn(await server.journal(), 'tools/call').length, 1)
    },
  },
  {
    name: 'methods are refused without a request only if the server is known not to support them',
    ids: ['protocol:L-22'],
    async run(world) {
      const { connectAny, server, assert } = world
      await server.configure({ capabilities: { tools: {} } })
      const client = await connectAny({ ...known(world), cache: false })
      await assert.rejects(client.getPrompt('test_simple_prompt'), { code: 'rpc', rpcCode: -32601, status: 404 })
      await assert.rejects(client.listResources(), { code: 'rpc', rpcCode: -32601 })
      assert.equal(await server.methods(), ['prompts/get', 'resources/list'])
      const informed = await connectAny({ eraCache: forgetful, cache: false })
      await assert.rejects(informed.getPrompt('test_simple_prompt'), { code: 'capability' })
      assert.equal(await informed.listResources(), [])
      assert.equal((await server.methods()).slice(2), ['server/discover'])
    },
  },
]
