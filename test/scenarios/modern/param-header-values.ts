/** How values are encoded in `Mcp-Param-*` headers. */
import type { Scenario } from '../scenario.ts'
import { textsOf } from '../steps/calls.ts'
import { requestsIn } from '../steps/journal.ts'
import { sendsParamHeaders } from './steps/param-headers.ts'

const region = (value: string, header = value): [Record<string, unknown>, Record<string, string>] => [
  { region: value },
  { region: header },
]

export const paramHeaderValues: Scenario[] = [
  {
    name: 'text that a header cannot hold is sent as Base64 of its UTF-8',
    ids: ['protocol:H-20'],
    run: (world) =>
      sendsParamHeaders(world, [
        region('us-west1'),
        region('us west 1'),
        region('Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='),
        region(' padded ', '=?base64?IHBhZGRlZCA=?='),
        region('line1\nline2', '=?base64?bGluZTEKbGluZTI=?='),
        region('\tindented', '=?base64?CWluZGVudGVk?='),
        region('=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='),
        region('=?BASE64?x?='),
        region('=?base64?x'),
        region('x\r\nEvil: 1', '=?base64?eA0KRXZpbDogMQ==?='),
        region('nul\0', '=?base64?bnVsAA==?='),
      ]),
  },
  {
    name: 'integers are sent in decimal, booleans as true and false',
    ids: ['protocol:H-21'],
    run: (world) =>
      sendsParamHeaders(world, [
        [
          { priority: 42, dryRun: true },
          { priority: '42', 'dry-run': 'true' },
        ],
        [
          { priority: -7, dryRun: false },
          { priority: '-7', 'dry-run': 'false' },
        ],
        [{ priority: 0 }, { priority: '0' }],
        [{ priority: Number.MAX_SAFE_INTEGER }, { priority: '9007199254740991' }],
        [{ priority: Number.MIN_SAFE_INTEGER }, { priority: '-9007199254740991' }],
      ]),
  },
  {
    name: 'a tab is encoded wherever it stands',
    ids: ['protocol:H-22'],
    run: (world) => sendsParamHeaders(world, [region('a\tb', '=?base64?YQli?='), region('a\t', '=?base64?YQk=?=')]),
  },
  {
    name: 'an empty string is sent as an empty header',
    ids: ['protocol:H-23'],
    run: (world) => sendsParamHeaders(world, [region('')]),
  },
  {
    name: 'every character survives, and a lone surrogate is refused before anything is sent',
    ids: ['protocol:H-25'],
    async run(world) {
      const { connectAny, server, assert } = world
      await sendsParamHeaders(world, [region('🦆 ÿ ā', '=?base64?8J+mhiDDvyDEgQ==?=')])
      const client = await connectAny()
      await client.listTools()
      const before = (await server.methods()).length
      const refused = { code: 'invalid-message', delivery: 'not-executed' }
      await assert.rejects(client.callTool('region', { region: 'half \ud800' }), refused)
      await assert.rejects(client.callTool('half \udc00'), refused)
      assert.equal((await server.methods()).length, before)
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  },
  {
    name: 'text that a header can hold is sent as it is',
    ids: ['protocol:H-26'],
    async run(world) {
      const { connectAny, server, assert } = world
      await sendsParamHeaders(world, [
        region('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'),
        region('a%20b'),
        region('"quoted, list"'),
      ])
      const client = await connectAny()
      for (const uri of ['file:///a%20b', 'https://example.com/y?id=1&q=a+b#c']) {
        await client.readResource(uri).catch(() => {})
        const read = requestsIn(await server.journal(), 'resources/read').at(-1)
        assert.equal(read?.headers['mcp-name'], uri)
      }
    },
  },
  {
    name: 'a header that is too long for the server is an error with its status',
    ids: ['protocol:H-27'],
    async run({ connectAny, server, assert }) {
      const client = await connectAny()
      await client.listTools()
      for (const status of [413, 431]) {
        await server.script({
          on: { rpcMethod: 'tools/call' },
          nth: 1,
          do: [{ respond: { status, body: 'too large' } }],
        })
        const call = client.callTool('region', { region: 'x'.repeat(1_000) })
        await assert.rejects(call, { code: 'http', status, bodyPreview: 'too large', message: RegExp(`${status}`) })
      }
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  },
  {
    name: 'an integer beyond the safe range is refused before anything is sent',
    ids: ['protocol:H-45'],
    async run({ connectAny, server, assert }) {
      const client = await connectAny()
      await client.listTools()
      const before = (await server.methods()).length
      for (const priority of [2 ** 53, -(2 ** 53), 1e300]) {
        await assert.rejects(client.callTool('region', { priority }), {
          code: 'invalid-message',
          delivery: 'not-executed',
          message: /priority/i,
        })
      }
      assert.equal((await server.methods()).length, before)
    },
  },
]
