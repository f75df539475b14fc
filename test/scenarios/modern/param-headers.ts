/** `Mcp-Param-*` headers: which arguments are sent as headers. */
import type { Scenario } from '../scenario.ts'
import { HANDSHAKES } from '../steps/handshake-versions.ts'
import { requestsIn } from '../steps/journal.ts'
import { paramHeadersOf, sendsParamHeaders } from './steps/param-headers.ts'

/** A tool whose one parameter has this `x-mcp-header`. */
const toolWith = (header: string) => ({
  name: 'made-up',
  inputSchema: { type: 'object', properties: { value: { type: 'string', 'x-mcp-header': header } } },
})

export const paramHeaders: Scenario[] = [
  {
    name: 'arguments with x-mcp-header are sent as Mcp-Param headers, and no others',
    ids: ['protocol:H-30', 'protocol:H-32'],
    run: (world) =>
      sendsParamHeaders(world, [
        [
          { region: 'eu', priority: 1, dryRun: true, tenant: { id: 't' }, query: 'secret' },
          { region: 'eu', priority: '1', 'dry-run': 'true', 'tenant-id': 't' },
        ],
        [{ query: 'secret', unknown: 'secret' }, {}],
      ]),
  },
  {
    name: 'x-mcp-header: Method becomes Mcp-Param-Method and leaves Mcp-Method alone',
    ids: ['protocol:H-30'],
    async run({ connectAny, server, assert }) {
      await server.script(
        { on: { rpcMethod: 'tools/list' }, do: [{ answerJson: { tools: [toolWith('Method')] } }] },
        { on: { rpcMethod: 'tools/call' }, do: [{ answerJson: { content: [] } }] },
      )
      const client = await connectAny()
      await client.listTools()
      await client.callTool('made-up', { value: 'mine' })
      const [call] = requestsIn(await server.journal(), 'tools/call')
      assert.match(call?.headers, { 'mcp-method': 'tools/call', 'mcp-param-method': 'mine' })
    },
  },
  {
    name: 'an argument without a value has no header',
    ids: ['protocol:H-31'],
    async run({ connectAny, server, assert }) {
      const client = await connectAny()
      await client.listTools()
      for (const given of [{}, { region: null }, { region: undefined, priority: null, tenant: { id: null } }]) {
        await client.callTool('region', given)
        const call = requestsIn(await server.journal(), 'tools/call').at(-1)
        assert.equal([call?.status, paramHeadersOf(call)], [200, {}], JSON.stringify(given))
      }
    },
  },
  {
    name: 'a nested argument is sent only if it is exactly where the schema says',
    ids: ['protocol:H-33'],
    async run({ connectAny, server, assert }) {
      const client = await connectAny()
      await client.listTools()
      const elsewhere = [{ tenant: {} }, { tenant: 'id' }, { tenant: null }, { tenant: [{ id: 't' }] }, { id: 't' }]
      for (const given of [...elsewhere, { tenant: { id: 'there' } }]) {
        await client.callTool('region', given)
        const call = requestsIn(await server.journal(), 'tools/call').at(-1)
        const isThere = !elsewhere.some((other) => other === given)
        assert.equal(
          [call?.status, paramHeadersOf(call)],
          [200, isThere ? { 'tenant-id': 'there' } : {}],
          JSON.stringify(given),
        )
      }
    },
  },
  {
    name: 'the newest tool list decides which headers are sent',
    ids: ['protocol:H-35'],
    async run({ connectAny, server, assert }) {
      const lists = [['One'], ['Two'], []].map((headers, index) => ({
        on: { rpcMethod: 'tools/list' },
        nth: index + 1,
        do: [{ answerJson: { tools: [...headers.map(toolWith), { name: 'other', inputSchema: { type: 'object' } }] } }],
      }))
      await server.script(...lists, { on: { rpcMethod: 'tools/call' }, do: [{ answerJson: { content: [] } }] })
      const client = await connectAny()
      const seen: unknown[] = []
      for (let turn = 0; turn < 2; turn++) {
        await client.listTools()
        await client.callTool('made-up', { value: 'x' })
        seen.push(paramHeadersOf(requestsIn(await server.journal(), 'tools/call').at(-1)))
      }
      assert.equal(seen, [{ one: 'x' }, { two: 'x' }])
    },
  },
  {
    name: 'a tool that was not listed is called without parameter headers, one from a snapshot with them',
    ids: ['protocol:H-36'],
    async run({ connectAny, server, assert }) {
      const here = await connectAny()
      await here.listTools()
      const snapshot = JSON.parse(JSON.stringify(here.snapshot()))
      const cold = await connectAny({ cache: false })
      await cold.callTool('region', { region: 'eu' })
      const [first] = requestsIn(await server.journal(), 'tools/call')
      assert.equal(paramHeadersOf(first), {})
      const before = (await server.methods()).length
      const warm = await connectAny({ snapshot, cache: false })
      await warm.callTool('region', { region: 'eu' })
      assert.equal((await server.methods()).slice(before), ['tools/call'])
      assert.equal(paramHeadersOf((await server.journal()).at(-1)), { region: 'eu' })
    },
  },
  {
    name: 'a handshake client sends no parameter headers and leaves no tool out',
    ids: ['protocol:H-38'],
    async run({ connectAny, server, assert }) {
      await server.configure({ versions: [...HANDSHAKES] })
      const client = await connectAny()
      assert(
        (await client.listTools()).some(({ name }) => name === 'region'),
        'the tool is listed',
      )
      await client.callTool('region', { region: 'eu' })
      assert.equal(paramHeadersOf(requestsIn(await server.journal(), 'tools/call').at(-1)), {})
      await server.script({ on: { rpcMethod: 'tools/list' }, do: [{ answer: { tools: [toolWith('not a token')] } }] })
      assert.equal(
        (await client.listTools()).map(({ name }) => name),
        ['made-up'],
      )
    },
  },
  {
    name: 'a caller may change the tools that listTools returned, and calls and snapshots work as before',
    async run({ connectAny, server, assert }) {
      await server.script(
        { on: { rpcMethod: 'tools/list' }, do: [{ answerJson: { tools: [toolWith('Region')] } }] },
        { on: { rpcMethod: 'tools/call' }, do: [{ answerJson: { content: [] } }] },
      )
      const client = await connectAny()
      for (const tool of await client.listTools())
        for (const key of Object.keys(tool)) delete (tool as unknown as Record<string, unknown>)[key]
      await client.callTool('made-up', { value: 'eu' })
      const [call] = requestsIn(await server.journal(), 'tools/call')
      assert.match(call?.headers, { 'mcp-param-region': 'eu' })
      assert.equal(client.snapshot().tools, [toolWith('Region')])
    },
  },
]
