/** Redaction of error bodies: secrets are removed, and the error is still understood. */
import type { Scenario } from '../scenario.ts'
import { textsOf } from '../steps/calls.ts'
import { requestsIn } from '../steps/journal.ts'
import { MODERN, onProbe, refusal, unsupported } from '../steps/modern.ts'

const inputSchema = { type: 'object', properties: { value: { type: 'string', 'x-mcp-header': 'Value' } } }

/** Tool names that are also words of JSON-RPC errors. */
const NAMES = ['error', 'message', 'e', 'code', '2.0']

const listed = {
  on: { rpcMethod: 'tools/list' },
  do: [{ answerJson: { tools: NAMES.map((name) => ({ name, inputSchema })) } }],
}

const KEY = 'a-key-that-is-long'

export const redaction: Scenario[] = [
  {
    name: 'an error body is understood although tool names and header arguments equal words in it',
    async run({ connectModern, server, assert }) {
      const data = { error: 'e', code: 2 }
      await server.script(listed, {
        on: { rpcMethod: 'tools/call' },
        do: [refusal(400, -32602, data, 'no error message')],
      })
      const client = await connectModern()
      await client.listTools()
      for (const name of NAMES) {
        for (const value of ['2', '', '"', 'error', '{', 'jsonrpc']) {
          await assert.rejects(client.callTool(name, { value }), {
            code: 'rpc',
            rpcCode: -32602,
            rpcMessage: 'no error message',
            data,
            status: 400,
          })
        }
      }
    },
  },
  {
    name: 'a HeaderMismatch is understood although the tool is named like a word of the error',
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      for (const name of NAMES) {
        const content = [{ type: 'text', text: name }]
        await server.script(
          listed,
          { on: { rpcMethod: 'tools/call' }, nth: 1, do: [refusal(400, -32020)] },
          { on: { rpcMethod: 'tools/call' }, nth: 2, do: [{ answerJson: { content } }] },
        )
        assert.equal(textsOf(await client.callTool(name, { value: '2' })), [name])
      }
    },
  },
  {
    name: 'UnsupportedProtocolVersion is understood although header values equal words in it',
    async run({ connectAny, connectModern, server, assert }) {
      const headers = { 'x-tenant': '2', 'x-empty': '', 'x-word': 'error' }
      const eraCache = new Map()
      await server.script(onProbe(unsupported('2025-06-18')))
      const client = await connectAny({ headers, eraCache })
      assert.match(client.connection, { era: 'legacy', protocolVersion: '2025-06-18' })
      await server.script(onProbe(unsupported('2031-01-01')))
      await assert.rejects(connectModern({ headers, eraCache: new Map() }), {
        code: 'version',
        supported: ['2031-01-01'],
        requested: [MODERN],
      })
      assert.equal(requestsIn(await server.journal(), 'server/discover').length, 2)
    },
  },
  {
    name: 'an API key that the server repeats is removed from the message and the body, and nothing else is',
    async run({ connectModern, server, assert }) {
      const client = await connectModern({ headers: { 'x-vendor-key': KEY, 'x-tenant': '2' } })
      const data = { seen: { [KEY]: [`key=${KEY}`, 2, { code: 2 }] } }
      await server.script({
        on: { rpcMethod: 'tools/call' },
        nth: 1,
        do: [refusal(400, -32602, data, `2 times ${KEY}`)],
      })
      const refused = await assert.rejects(client.callTool('echo', { text: '2' }), { code: 'rpc', rpcCode: -32602 })
      assert.match(refused, { rpcMessage: '2 times [redacted]' })
      assert.equal(refused.data, data)
      const body = `2 times ${KEY}`
      await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ respond: { status: 500, body } }] })
      const failed = await assert.rejects(client.callTool('echo', { text: '2' }), { code: 'http', status: 500 })
      assert.equal(failed.bodyPreview, '2 times [redacted]')
    },
  },
  {
    name: 'an error body with very deep data is understood',
    async run({ connectModern, server, assert }) {
      const data = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
      const body = `{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"no","data":${data}}}`
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ respond: { status: 400, body } }] })
      const client = await connectModern()
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'rpc', rpcCode: -32602, status: 400 })
    },
  },
  {
    name: 'an error body is understood although a number in it equals a header value',
    async run({ connectModern, server, assert }) {
      const client = await connectModern({ headers: { 'x-account': '12345678' } })
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [refusal(400, -32602, { account: 12_345_678 })] })
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'rpc', rpcCode: -32602, status: 400 })
    },
  },
  {
    name: 'UnsupportedProtocolVersion is understood although a version in it equals a header value',
    async run({ connectAny, server, assert }) {
      await server.script(onProbe(unsupported('2025-06-18')))
      const client = await connectAny({ headers: { 'x-api-version': '2025-06-18' }, eraCache: new Map() })
      assert.match(client.connection, { era: 'legacy', protocolVersion: '2025-06-18' })
    },
  },
  {
    name: 'a server that repeats the session id or an API key in its error does not put it into ours',
    async run({ connect, server, assert }) {
      const [session, key] = ['session-hunter2', 'key-hunter2']
      await server.configure({ session: { issue: session } })
      const client = await connect({ headers: { 'x-vendor-key': key } })
      const json = { jsonrpc: '2.0', id: null, error: { code: -1, message: `no ${session} and ${key}` } }
      for (const body of [`${session} and ${key} are wrong`, json]) {
        await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ respond: { status: 400, body } }] })
        const error = await assert.rejects(client.callTool('echo'))
        assert(!`${JSON.stringify(error)} ${error}`.includes('hunter2'), 'no secret')
      }
    },
  },
  {
    name: 'the data of an error is what the server sent: the address of a URL elicitation keeps the session id',
    async run({ connect, server, assert }) {
      const session = 'session-hunter2'
      await server.configure({ session: { issue: session } })
      const client = await connect()
      const url = `https://tools.example.com/consent?session=${session}`
      const data = { elicitations: [{ mode: 'url', elicitationId: 'e', url, message: 'Allow it' }] }
      const error = { code: -32042, message: `consent for ${session} is missing`, data }
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ answerError: error }] })
      const failed = await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'rpc', rpcCode: -32042 })
      assert.equal(failed.data, data)
      assert.equal(failed.rpcMessage, 'consent for [redacted] is missing')
    },
  },
  {
    name: 'values of headers and parameters that are no secrets by their names stay in what a server says',
    async run({ connect, server, assert }) {
      const headers = { 'x-tenant': '12345678' }
      const client = await connect({ url: `${server.url}?profile=production`, headers })
      const words = 'quota of 12345678 exceeded in production'
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [{ answerError: { code: -32050, message: words } }],
      })
      const failed = await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'rpc' })
      assert.equal(failed.rpcMessage, words)
    },
  },
  {
    name: 'a Basic password, one cookie of several and a token in quotes are removed from what a server says',
    async run({ connect, server, assert }) {
      const said = async (headers: Record<string, string>, repeated: string) => {
        const client = await connect({ headers })
        const body = `no ${repeated}`
        await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ respond: { status: 500, body } }] })
        return (await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'http' })).bodyPreview
      }
      assert.equal(await said({ authorization: `Basic ${btoa('me:hunter2-pass')}` }, 'hunter2-pass'), 'no [redacted]')
      assert.equal(await said({ authorization: 'Token token="hunter2-token"' }, 'hunter2-token'), 'no [redacted]')
      assert.equal(await said({ 'x-cookie': 'a=1; sid=hunter2-sid' }, 'hunter2-sid'), 'no [redacted]')
    },
  },
  {
    name: 'headers are sent whatever form they are given in: a record, pairs, a map, Headers or an object with forEach',
    async run({ connect, server, assert }) {
      const value = 'Bearer hunter2-token'
      const forms = [
        { authorization: value },
        [['authorization', value]] as const,
        new Map([['authorization', value]]),
        new Headers({ authorization: value }),
        { forEach: (callback: (value: string, name: string) => void) => callback(value, 'authorization') },
      ]
      for (const headers of forms) {
        const client = await connect({ headers })
        await client.listTools()
      }
      const sent = requestsIn(await server.journal(), 'tools/list').map(({ headers }) => headers?.authorization)
      assert.equal(
        sent,
        forms.map(() => value),
      )
    },
  },
  {
    name: 'an API key in the query of the URL appears in no error and no cause',
    async run({ connect, assert }) {
      const error = await assert.rejects(connect({ url: 'http://127.0.0.1:61999/mcp?key=hunter2' }))
      for (let cause: unknown = error; cause; cause = (cause as Error).cause) {
        const own = Object.getOwnPropertyNames(cause).filter((name) => name !== 'cause')
        const shown = own.map((name) => String((cause as Record<string, unknown>)[name])).join(' ')
        assert(!`${cause} ${shown}`.includes('hunter2'), `no secret in ${cause}`)
      }
    },
  },
]
