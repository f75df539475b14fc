/** Hostile values: names that are special in JavaScript, in headers and in schemas, and text for display. */
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'

/** Names of members of JavaScript prototypes. */
const SPECIAL = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then']

const NAMES = ['a\r\nx-evil: 1', 'é€😀', ' edge ', '=?base64?ZXZpbA==?=', 'tab\tand\u0000nul', '']

const inputSchema = { type: 'object' }

export const values: Scenario[] = [
  {
    name: 'tools and members named like JavaScript built-ins do no harm',
    ids: ['auth:S-36'],
    async run({ connect, server, assert }) {
      const before = Object.getOwnPropertyNames(Object.prototype).sort()
      const tools = SPECIAL.map((name) => ({ name, inputSchema, _meta: { [name]: 1 } }))
      const poison = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
      await server.script(
        { on: { rpcMethod: 'tools/list' }, do: [{ answer: { tools, ...poison } }] },
        {
          on: { rpcMethod: 'tools/call' },
          do: [{ answer: { content: [], structuredContent: poison, _meta: poison } }],
        },
      )
      const client = await connect()
      assert.equal(
        (await client.listTools()).map(({ name }) => name),
        SPECIAL,
      )
      for (const name of SPECIAL) {
        const result = await client.callTool(name, JSON.parse('{"__proto__":{"mine":1}}'))
        assert.equal(JSON.stringify(result.structuredContent), JSON.stringify(poison))
      }
      assert.equal(({} as Record<string, unknown>).polluted, undefined)
      assert.equal(Object.getOwnPropertyNames(Object.prototype).sort(), before)
      const sent = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === 'tools/call')
      assert.includes(JSON.stringify(sent[0]?.body), '"__proto__":{"mine":1}')
    },
  },
  {
    name: 'a tool name that no header can carry reaches the server whole and injects no header',
    ids: ['auth:S-27'],
    async run({ connectModern, server, assert }) {
      await server.configure({ versions: ['2026-07-28'] })
      const client = await connectModern()
      for (const name of NAMES) {
        await client.callTool(name).catch((error) => assert.includes(['rpc', 'http'], error.code, name))
        const last = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === 'tools/call').at(-1)
        assert.equal((last?.body as { params?: { name?: string } } | undefined)?.params?.name, name)
        assert.equal(last?.headers['x-evil'], undefined)
        assert(last?.status !== 400 || name === '', `the header says the same as the body: ${name}`)
      }
    },
  },
  {
    name: 'a session id that is unsafe in a header is not sent back',
    ids: ['auth:S-27', 'auth:S-40'],
    async run({ connect, server, assert }) {
      for (const issue of ['has space', 'x'.repeat(8_193), 'é'.repeat(4)]) {
        await server.configure({ versions: ['2025-11-25'], session: { issue } })
        await connect().catch(() => {})
        const sent = (await server.journal()).flatMap(({ headers }) => headers['mcp-session-id'] ?? [])
        assert.equal(sent, [])
      }
    },
  },
  {
    name: 'arguments that a tool wants in headers do not appear in events',
    ids: ['auth:S-28'],
    async run({ connectModern, server, assert }) {
      await server.configure({ versions: ['2026-07-28'] })
      const events: unknown[] = []
      const client = await connectModern({ onEvent: (event) => events.push(event) })
      const tool = (await client.listTools()).find(({ inputSchema }) =>
        JSON.stringify(inputSchema).includes('x-mcp-header'),
      )
      assert(tool, 'there is such a tool')
      await client.callTool(tool!.name, { region: 'canary-region', tenant: { id: 'canary-tenant' } }).catch(() => {})
      const call = (await server.journal()).find(({ rpcMethod }) => rpcMethod === 'tools/call')
      assert.match(call?.headers, { 'mcp-param-region': 'canary-region' })
      assert(!JSON.stringify(events).includes('canary'), 'the events have no values of arguments')
    },
  },
  {
    name: 'a schema never causes a request',
    ids: ['auth:S-38'],
    async run(world) {
      const { connect, server, assert } = world
      const other = await world.origin()
      const schema = {
        $ref: `${other.url}/schema.json`,
        $schema: `${other.url}/meta`,
        $defs: { a: { $ref: other.url } },
      }
      const tools = [
        { name: 'echo', inputSchema: { type: 'object', ...schema }, outputSchema: { type: 'object', ...schema } },
      ]
      await server.script({ on: { rpcMethod: 'tools/list' }, do: [{ answer: { tools } }] })
      const client = await connect()
      await client.listTools()
      assert.equal((await client.callTool('echo', { text: 'x' })).content, textContent('x'))
      assert.equal(await other.journal(), [])
    },
  },
  {
    name: 'server text in the message of an error is one line, capped, and without control and bidi characters',
    ids: ['auth:S-42'],
    async run({ connect, server, assert }) {
      const short = 'canary \u001b[31m\u0007\nforged \u202eline\u2066 \u{e0041}end'
      const long = short + 'y'.repeat(10_000)
      const client = await connect()
      for (const words of [short, long]) {
        for (const [respond, field] of [
          [{ status: 500, body: words }, 'bodyPreview'],
          [{ status: 400, body: { jsonrpc: '2.0', id: null, error: { code: -32000, message: words } } }, 'rpcMessage'],
        ] as const) {
          await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ respond }] })
          const error = await assert.rejects(client.callTool('echo', { text: 'x' }))
          const message = String(error.message)
          const isShown = field === 'rpcMessage' || words === short
          assert.equal(message.includes('canary [31m forged line end'), isShown, message)
          assert(!/[\p{C}\u2028\u2029]/u.test(message) && message.length < 260, `one clean line: ${message}`)
          assert.equal(error[field], words.slice(0, field === 'rpcMessage' ? 1000 : 300), 'the field has the whole')
          assert(JSON.stringify(error).length < 200, 'what is serialised is short')
        }
      }
    },
  },
]
