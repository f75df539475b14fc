/** Tools with an invalid `x-mcp-header`: left out of the list, with an event. */
import type { Scenario, World } from '../scenario.ts'
import { textsOf } from '../steps/calls.ts'
import { requestsIn } from '../steps/journal.ts'
import { paramHeadersOf } from './steps/param-headers.ts'

type Schema = Record<string, unknown>

const mark = (header: unknown, type: unknown = 'string'): Schema => ({ type, 'x-mcp-header': header })

const object = (properties: Record<string, Schema>, more: Schema = {}): Schema => ({
  type: 'object',
  properties,
  ...more,
})

const good = { name: 'good', inputSchema: object({ region: mark('Region') }) }

/** Lists these schemas between two valid tools; resolves with the listed names and the events. */
async function listed({ connectAny, server }: World, schemas: readonly Schema[]) {
  const odd = schemas.map((inputSchema, index) => ({ name: `odd ${index}`, inputSchema }))
  const tools = [good, ...odd, { ...good, name: 'last' }]
  await server.script({ on: { rpcMethod: 'tools/list' }, do: [{ answerJson: { tools } }] })
  const reported: { reason: string; value: unknown }[] = []
  const client = await connectAny({ onEvent: (event) => event.type === 'ignored' && reported.push(event) })
  return { names: (await client.listTools()).map(({ name }) => name), reported, client }
}

const leavesOut = (schemas: readonly Schema[]) => async (world: World) => {
  const { assert } = world
  const { names, reported } = await listed(world, schemas)
  assert.equal(names, ['good', 'last'])
  assert.equal(
    reported.map(({ value }) => (value as { name: string }).name),
    schemas.map((_, index) => `odd ${index}`),
  )
}

const keeps = (schemas: readonly Schema[]) => async (world: World) => {
  const { assert } = world
  const { names, reported } = await listed(world, schemas)
  assert.equal(names, ['good', ...schemas.map((_, index) => `odd ${index}`), 'last'])
  assert.equal(reported, [])
}

const inner = object({ value: mark('Inner') })

export const invalidParamHeaders: Scenario[] = [
  {
    name: 'an x-mcp-header that is empty or not a string makes the tool invalid',
    ids: ['protocol:H-40'],
    run: leavesOut(['', 5, null, true, {}, ['Region']].map((header) => object({ value: mark(header) }))),
  },
  {
    name: 'an x-mcp-header that is not an HTTP token makes the tool invalid',
    ids: ['protocol:H-41'],
    run: leavesOut(
      ['My Region', 'Region:Primary', 'Région', 'Region\t1', 'a\r\nb', 'a/b', '(a)', 'a,b', 'a=b', '"a"', 'a\0'].map(
        (header) => object({ value: mark(header) }),
      ),
    ),
  },
  {
    name: 'an x-mcp-header may contain every token character',
    ids: ['protocol:H-41'],
    run: keeps(["!#$%&'*+-.^_`|~", 'X', '9', 'Trace-Id_2'].map((header) => object({ value: mark(header) }))),
  },
  {
    name: 'a repeated x-mcp-header makes the tool invalid, in any case and at any depth',
    ids: ['protocol:H-43'],
    run: leavesOut([
      object({ a: mark('MyField'), b: mark('myfield') }),
      object({ a: mark('Deep'), b: object({ c: object({ d: mark('DEEP') }) }) }),
    ]),
  },
  {
    name: 'x-mcp-header on a type other than string, integer and boolean makes the tool invalid',
    ids: ['protocol:H-44'],
    run: leavesOut([
      ...['object', 'array', 'null', 'number', 'text'].map((type) => object({ value: mark('Value', type) })),
      object({ value: { 'x-mcp-header': 'Value' } }),
      object({ value: { enum: ['a'], 'x-mcp-header': 'Value' } }),
    ]),
  },
  {
    name: 'x-mcp-header is allowed on string, integer and boolean',
    ids: ['protocol:H-44'],
    run: keeps(['string', 'integer', 'boolean'].map((type) => object({ value: mark('Value', type) }))),
  },
  {
    name: 'x-mcp-header outside a chain of properties makes the tool invalid',
    ids: ['protocol:H-46'],
    run: leavesOut([
      { ...object({}), 'x-mcp-header': 'Root' },
      { ...mark('Root') },
      object({ list: { type: 'array', items: inner } }),
      object({ list: { type: 'array', items: mark('Item') } }),
      object({ list: { type: 'array', prefixItems: [inner] } }),
      object({ list: { type: 'array', contains: inner } }),
      ...['oneOf', 'anyOf', 'allOf'].map((keyword) => object({}, { [keyword]: [object({}), inner] })),
      ...['not', 'if', 'then', 'else', 'additionalProperties', 'unevaluatedProperties', 'propertyNames'].map(
        (keyword) => object({}, { [keyword]: inner }),
      ),
      ...['$defs', 'definitions', 'patternProperties', 'dependentSchemas'].map((keyword) =>
        object({}, { [keyword]: { a: inner } }),
      ),
      object({ value: { oneOf: [mark('Value'), { type: 'null' }] } }),
    ]),
  },
  {
    name: 'a parameter named x-mcp-header, and data that looks like it, have no meaning',
    ids: ['protocol:H-47'],
    run: keeps([
      object({ 'x-mcp-header': { type: 'string' } }),
      object({ properties: object({ 'x-mcp-header': { type: 'object' } }) }),
      object({ items: mark('Items'), not: mark('Not') }),
      object({ a: { type: 'object', default: { 'x-mcp-header': '' }, examples: [{ 'x-mcp-header': '' }] } }),
      object({ a: { const: { 'x-mcp-header': 5 } }, b: { enum: [{ 'x-mcp-header': 5 }] } }),
    ]),
  },
  {
    name: 'only the invalid tool is left out of the list, and an event says which one and why',
    ids: ['protocol:H-50', 'protocol:H-51'],
    async run(world) {
      const { assert } = world
      const { names, reported } = await listed(world, [object({ value: mark('not a token') })])
      assert.equal(names, ['good', 'last'])
      assert.equal(reported.length, 1)
      assert.match(reported[0], { reason: /x-mcp-header/ })
      assert.match(reported[0]?.value, { name: 'odd 0' })
    },
  },
  {
    name: 'a tool that was left out cannot be called, and nothing is sent',
    ids: ['protocol:H-52'],
    async run(world) {
      const { server, assert } = world
      const { client } = await listed(world, [object({ value: mark('') })])
      const refused = client.callTool('odd 0', { value: 'x' })
      await assert.rejects(refused, { code: 'invalid-message', delivery: 'not-executed', message: /odd 0/ })
      assert.equal(requestsIn(await server.journal(), 'tools/call').length, 0)
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  },
  {
    name: 'an invalid tool is also left out of a cached list',
    ids: ['protocol:H-52'],
    async run({ connectAny, server, assert }) {
      const tools = [good, { name: 'odd', inputSchema: object({ value: mark('') }) }]
      const hints = { resultType: 'complete', ttlMs: 60_000, cacheScope: 'public' }
      await server.script({ on: { rpcMethod: 'tools/list' }, do: [{ answerJson: { ...hints, tools } }] })
      for (let turn = 0; turn < 2; turn++) {
        const client = await connectAny()
        assert.equal(
          (await client.listTools()).map(({ name }) => name),
          ['good'],
        )
        await assert.rejects(client.callTool('odd'), { code: 'invalid-message', delivery: 'not-executed' })
      }
      assert.equal(requestsIn(await server.journal(), 'tools/list').length, 1)
    },
  },
  {
    name: 'with parameter headers turned off no tool is left out and no header is sent',
    async run({ connectAny, server, assert }) {
      const tools = [good, { name: 'odd', inputSchema: object({ value: mark('') }) }]
      await server.script(
        { on: { rpcMethod: 'tools/list' }, do: [{ answerJson: { tools } }] },
        { on: { rpcMethod: 'tools/call' }, do: [{ answerJson: { content: [] } }] },
      )
      const client = await connectAny({ paramHeaders: false })
      assert.equal(
        (await client.listTools()).map(({ name }) => name),
        ['good', 'odd'],
      )
      await client.callTool('good', { region: 'eu' })
      const [call] = requestsIn(await server.journal(), 'tools/call')
      assert.equal(call?.headers['mcp-param-region'], undefined)
    },
  },
  {
    name: 'request() can call a tool that was left out, and the server decides',
    async run({ connectModern, server, assert }) {
      const odd = { type: 'object', properties: { value: { type: 'string', 'x-mcp-header': 'no token' } } }
      await server.script(
        { on: { rpcMethod: 'tools/list' }, do: [{ answerJson: { tools: [{ name: 'odd', inputSchema: odd }] } }] },
        { on: { tool: 'odd' }, do: [{ answerJson: { content: [] } }] },
      )
      const client = await connectModern()
      assert.equal(await client.listTools(), [])
      const params = { name: 'odd', arguments: { value: 'x' } }
      assert.match(await client.request('tools/call', params), { content: [] })
      const [call] = requestsIn(await server.journal(), 'tools/call')
      assert.equal([call?.status, paramHeadersOf(call)], [200, {}])
    },
  },
]
