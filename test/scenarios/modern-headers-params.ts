/** Arguments that a tool wants in headers: which of them are mirrored, and from which list that is known. */

import type { JournalEntry } from '../../src/testing/index.ts'
import { HANDSHAKES } from './handshakes.ts'
import { requestsIn } from './modern-wire.ts'
import { textsOf } from './polling.ts'
import type { Scenario, World } from './scenario.ts'

/** The `Mcp-Param-*` headers of a request, without that prefix. */
export function mirroredIn(entry: JournalEntry | undefined): Record<string, string> {
  const own = Object.entries(entry?.headers ?? {}).filter(([name]) => name.startsWith('mcp-param-'))
  return Object.fromEntries(own.map(([name, value]) => [name.slice('mcp-param-'.length), value]))
}

/** Calls the tool that mirrors all but `query`, whose server compares every header with the body. */
export async function mirrors(
  { connectAny, server, assert }: World,
  cases: readonly [given: Record<string, unknown>, headers: Record<string, string>][],
): Promise<void> {
  const client = await connectAny()
  await client.listTools()
  for (const [given, headers] of cases) {
    const { content, isError } = await client.callTool('region', given)
    assert.equal([textsOf({ content }), isError], [[JSON.stringify(given)], undefined])
    const call = requestsIn(await server.journal(), 'tools/call').at(-1)
    assert.equal(mirroredIn(call), headers, JSON.stringify(given))
  }
}

/** A tool whose one parameter is mirrored into this header. */
const toolWith = (header: string) => ({
  name: 'made-up',
  inputSchema: { type: 'object', properties: { value: { type: 'string', 'x-mcp-header': header } } },
})

export const modernHeadersParams: Scenario[] = [
  {
    name: 'protocol:H-30 protocol:H-32 arguments that the tool marks are mirrored, and no others',
    run: (world) =>
      mirrors(world, [
        [
          { region: 'eu', priority: 1, dryRun: true, tenant: { id: 't' }, query: 'secret' },
          { region: 'eu', priority: '1', 'dry-run': 'true', 'tenant-id': 't' },
        ],
        [{ query: 'secret', unknown: 'secret' }, {}],
      ]),
  },
  {
    name: 'protocol:H-30 a header called like one of the protocol is another header',
    async run({ connectAny, server, assert }) {
      await server.script(
        { on: { rpc: 'tools/list' }, do: [{ answerJson: { tools: [toolWith('Method')] } }] },
        { on: { rpc: 'tools/call' }, do: [{ answerJson: { content: [] } }] },
      )
      const client = await connectAny()
      await client.listTools()
      await client.callTool('made-up', { value: 'mine' })
      const [call] = requestsIn(await server.journal(), 'tools/call')
      assert.match(call?.headers, { 'mcp-method': 'tools/call', 'mcp-param-method': 'mine' })
    },
  },
  {
    name: 'protocol:H-31 an argument without a value has no header',
    async run({ connectAny, server, assert }) {
      const client = await connectAny()
      await client.listTools()
      for (const given of [{}, { region: null }, { region: undefined, priority: null, tenant: { id: null } }]) {
        await client.callTool('region', given)
        const call = requestsIn(await server.journal(), 'tools/call').at(-1)
        assert.equal([call?.status, mirroredIn(call)], [200, {}], JSON.stringify(given))
      }
    },
  },
  {
    name: 'protocol:H-33 a value is read at its exact place, and where that is not there nothing is sent',
    async run({ connectAny, server, assert }) {
      const client = await connectAny()
      await client.listTools()
      const elsewhere = [{ tenant: {} }, { tenant: 'id' }, { tenant: null }, { tenant: [{ id: 't' }] }, { id: 't' }]
      for (const given of [...elsewhere, { tenant: { id: 'there' } }]) {
        await client.callTool('region', given)
        const call = requestsIn(await server.journal(), 'tools/call').at(-1)
        const isThere = !elsewhere.includes(given as never)
        assert.equal(
          [call?.status, mirroredIn(call)],
          [200, isThere ? { 'tenant-id': 'there' } : {}],
          JSON.stringify(given),
        )
      }
    },
  },
  {
    name: 'protocol:H-35 the newest list decides what is mirrored',
    async run({ connectAny, server, assert }) {
      const lists = [['One'], ['Two'], []].map((headers, index) => ({
        on: { rpc: 'tools/list' },
        nth: index + 1,
        do: [{ answerJson: { tools: [...headers.map(toolWith), { name: 'other', inputSchema: { type: 'object' } }] } }],
      }))
      await server.script(...lists, { on: { rpc: 'tools/call' }, do: [{ answerJson: { content: [] } }] })
      const client = await connectAny()
      const seen: unknown[] = []
      for (let turn = 0; turn < 2; turn++) {
        await client.listTools()
        await client.callTool('made-up', { value: 'x' })
        seen.push(mirroredIn(requestsIn(await server.journal(), 'tools/call').at(-1)))
      }
      assert.equal(seen, [{ one: 'x' }, { two: 'x' }])
    },
  },
  {
    name: 'protocol:H-36 a tool that was never listed is called without such headers, one from a snapshot with them',
    async run({ connectAny, server, assert }) {
      const here = await connectAny()
      await here.listTools()
      const snapshot = JSON.parse(JSON.stringify(here.snapshot()))
      const cold = await connectAny({ cache: false })
      await cold.callTool('region', { region: 'eu' })
      const [first] = requestsIn(await server.journal(), 'tools/call')
      assert.equal(mirroredIn(first), {})
      const before = (await server.methods()).length
      const warm = await connectAny({ snapshot, cache: false })
      await warm.callTool('region', { region: 'eu' })
      assert.equal((await server.methods()).slice(before), ['tools/call'])
      assert.equal(mirroredIn((await server.journal()).at(-1)), { region: 'eu' })
    },
  },
  {
    name: 'protocol:H-38 under a handshake nothing is mirrored and no tool is left out',
    async run({ connectAny, server, assert }) {
      await server.configure({ versions: [...HANDSHAKES] })
      const client = await connectAny()
      assert(
        (await client.listTools()).some(({ name }) => name === 'region'),
        'the tool is listed',
      )
      await client.callTool('region', { region: 'eu' })
      assert.equal(mirroredIn(requestsIn(await server.journal(), 'tools/call').at(-1)), {})
      await server.script({ on: { rpc: 'tools/list' }, do: [{ answer: { tools: [toolWith('not a token')] } }] })
      assert.equal(
        (await client.listTools()).map(({ name }) => name),
        ['made-up'],
      )
    },
  },
]
