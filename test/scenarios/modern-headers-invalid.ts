/** Tools whose wish for headers is not valid: they are left out, all others stay, and the application is told. */
import { requestsIn } from './modern-wire.ts'
import { textsOf } from './polling.ts'
import type { Scenario, World } from './scenario.ts'

type Schema = Record<string, unknown>

const mark = (header: unknown, type: unknown = 'string'): Schema => ({ type, 'x-mcp-header': header })

const object = (properties: Record<string, Schema>, more: Schema = {}): Schema => ({
  type: 'object',
  properties,
  ...more,
})

const good = { name: 'good', inputSchema: object({ region: mark('Region') }) }

/** What `listTools` makes of a list that begins and ends with a valid tool, and what it tells. */
async function listed({ connectAny, server }: World, schemas: readonly Schema[]) {
  const odd = schemas.map((inputSchema, index) => ({ name: `odd ${index}`, inputSchema }))
  const tools = [good, ...odd, { ...good, name: 'last' }]
  await server.script({ on: { rpc: 'tools/list' }, do: [{ answerJson: { tools } }] })
  const told: { reason: string; value: unknown }[] = []
  const client = await connectAny({ onEvent: (event) => event.type === 'quarantined' && told.push(event) })
  return { names: (await client.listTools()).map(({ name }) => name), told, client }
}

const leavesOut = (schemas: readonly Schema[]) => async (world: World) => {
  const { assert } = world
  const { names, told } = await listed(world, schemas)
  assert.equal(names, ['good', 'last'])
  assert.equal(
    told.map(({ value }) => (value as { name: string }).name),
    schemas.map((_, index) => `odd ${index}`),
  )
}

const keeps = (schemas: readonly Schema[]) => async (world: World) => {
  const { assert } = world
  const { names, told } = await listed(world, schemas)
  assert.equal(names, ['good', ...schemas.map((_, index) => `odd ${index}`), 'last'])
  assert.equal(told, [])
}

const inner = object({ value: mark('Inner') })

export const modernHeadersInvalid: Scenario[] = [
  {
    name: 'protocol:H-40 a header name that is empty or no text makes the tool invalid',
    run: leavesOut(['', 5, null, true, {}, ['Region']].map((header) => object({ value: mark(header) }))),
  },
  {
    name: 'protocol:H-41 so does one that is no token',
    run: leavesOut(
      ['My Region', 'Region:Primary', 'Région', 'Region\t1', 'a\r\nb', 'a/b', '(a)', 'a,b', 'a=b', '"a"', 'a\0'].map(
        (header) => object({ value: mark(header) }),
      ),
    ),
  },
  {
    name: 'protocol:H-41 every character of a token is allowed',
    run: keeps(["!#$%&'*+-.^_`|~", 'X', '9', 'Trace-Id_2'].map((header) => object({ value: mark(header) }))),
  },
  {
    name: 'protocol:H-43 so does one that is there twice, in whatever case and depth',
    run: leavesOut([
      object({ a: mark('MyField'), b: mark('myfield') }),
      object({ a: mark('Deep'), b: object({ c: object({ d: mark('DEEP') }) }) }),
    ]),
  },
  {
    name: 'protocol:H-44 so does a type other than string, integer and boolean',
    run: leavesOut([
      ...['object', 'array', 'null', 'number', 'text'].map((type) => object({ value: mark('Value', type) })),
      object({ value: { 'x-mcp-header': 'Value' } }),
      object({ value: { enum: ['a'], 'x-mcp-header': 'Value' } }),
    ]),
  },
  {
    name: 'protocol:H-44 those three types are allowed',
    run: keeps(['string', 'integer', 'boolean'].map((type) => object({ value: mark('Value', type) }))),
  },
  {
    name: 'protocol:H-46 so does a mark where no chain of properties leads',
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
    name: 'protocol:H-47 a parameter that is called like the mark, and data that looks like it, mean nothing',
    run: keeps([
      object({ 'x-mcp-header': { type: 'string' } }),
      object({ properties: object({ 'x-mcp-header': { type: 'object' } }) }),
      object({ items: mark('Items'), not: mark('Not') }),
      object({ a: { type: 'object', default: { 'x-mcp-header': '' }, examples: [{ 'x-mcp-header': '' }] } }),
      object({ a: { const: { 'x-mcp-header': 5 } }, b: { enum: [{ 'x-mcp-header': 5 }] } }),
      object({ a: { type: 'string' } }, { 'x-other': { 'x-mcp-header': '' } }),
    ]),
  },
  {
    name: 'protocol:H-50 protocol:H-51 only the invalid tool is left out, and the application hears which one and why',
    async run(world) {
      const { assert } = world
      const { names, told } = await listed(world, [object({ value: mark('not a token') })])
      assert.equal(names, ['good', 'last'])
      assert.equal(told.length, 1)
      assert.match(told[0], { reason: /x-mcp-header/ })
      assert.match(told[0]?.value, { name: 'odd 0' })
    },
  },
  {
    name: 'protocol:H-52 a tool that was left out cannot be called, and nothing is sent',
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
    name: 'protocol:H-52 a list from the cache leaves it out as well',
    async run({ connectAny, server, assert }) {
      const tools = [good, { name: 'odd', inputSchema: object({ value: mark('') }) }]
      const hints = { resultType: 'complete', ttlMs: 60_000, cacheScope: 'public' }
      await server.script({ on: { rpc: 'tools/list' }, do: [{ answerJson: { ...hints, tools } }] })
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
    name: 'without mirroring nothing is left out and nothing is mirrored',
    async run({ connectAny, server, assert }) {
      const tools = [good, { name: 'odd', inputSchema: object({ value: mark('') }) }]
      await server.script(
        { on: { rpc: 'tools/list' }, do: [{ answerJson: { tools } }] },
        { on: { rpc: 'tools/call' }, do: [{ answerJson: { content: [] } }] },
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
]
