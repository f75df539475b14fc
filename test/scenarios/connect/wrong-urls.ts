/** URLs at which there is no MCP server: `connect()` says what is there instead. */
import type { Rule, Step } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'

const onInitialize = (...steps: Step[]): Rule => ({ on: { rpcMethod: 'initialize' }, nth: 1, do: steps })

export const wrongUrls: Scenario[] = [
  {
    name: 'connect() refuses a URL that is not http or https without a request, and does not repeat the URL in the error',
    async run({ connect, server, assert }) {
      for (const url of ['http://', 'ftp://host/mcp', 'http://user:hunter2@127.0.0.1/mcp', 'data:text/plain,hunter2']) {
        const error = await assert.rejects(connect({ url }), {
          code: 'connect',
          delivery: 'not-executed',
          message: /^connect: expected an http or https URL, got/,
        })
        assert(!String(error).includes('hunter2'), 'no secret in the message')
      }
      const blanks = await assert.rejects(connect({ url: '\r\n '.repeat(500) }), { code: 'connect' })
      assert.equal(blanks.message, 'connect: expected an http or https URL, got ""')
      assert.equal(await server.methods(), [])
    },
  },
  {
    name: "a refused port is a connection error, with delivery 'not-executed' only in runtimes that prove it",
    async run({ connect, runtime, assert }) {
      const error = await assert.rejects(connect({ url: 'http://127.0.0.1:61999/mcp' }), {
        code: 'connect',
        retryable: true,
        message: /127\.0\.0\.1:61999\/mcp/,
      })
      const [attempt] = error.attempts as { transport: string; error: Record<string, unknown> }[]
      assert.match(attempt, { transport: 'streamable-http' })
      const proven = runtime === 'node' || runtime === 'bun' || runtime === 'deno'
      assert.match(attempt?.error, { code: 'connection', delivery: proven ? 'not-executed' : 'unknown' })
    },
  },
  {
    name: 'a 404 page at the URL is a ConnectError with the status and the beginning of the page',
    async run({ connect, server, assert }) {
      await server.script(
        onInitialize({ respond: { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>nothing</h1>' } }),
      )
      const error = await assert.rejects(connect({ transport: 'streamable-http' }), {
        code: 'connect',
        message: /initialize.*404/,
      })
      assert.match((error.attempts as object[])[0], { status: 404, bodyPreview: '<h1>nothing</h1>' })
      assert.equal(await server.methods(), ['initialize'])
    },
  },
  {
    name: 'an HTML page in place of the handshake is a NotMcpEndpointError that names the content type',
    ids: ['F-16'],
    async run({ connect, server, assert }) {
      await server.script(
        onInitialize({ respond: { headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<html>' } }),
      )
      await assert.rejects(connect(), {
        code: 'not-mcp-endpoint',
        delivery: 'not-executed',
        message: /Expected application\/json or text\/event-stream.*initialize.*got text\/html/,
      })
    },
  },
  {
    name: 'JSON that is not JSON-RPC is a NotMcpEndpointError',
    async run({ connect, server, assert }) {
      for (const [body, came] of [
        [{ hello: 'world' }, /not a JSON-RPC/],
        ['{"jsonrpc":', /not JSON/],
      ] as const) {
        await server.script(onInitialize({ respond: { headers: { 'content-type': 'application/json' }, body } }))
        await assert.rejects(connect(), { code: 'not-mcp-endpoint', message: came })
      }
    },
  },
  {
    name: 'a JSON-RPC error during the handshake reaches the caller with its code and data',
    async run({ connect, server, assert }) {
      const body = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no thanks', data: { why: 1 } } }
      await server.script(onInitialize({ respond: { status: 400, body } }))
      const error = await assert.rejects(connect(), { code: 'connect' })
      assert.match(error.cause, { code: 'rpc', rpcCode: -32600, rpcMessage: 'no thanks', data: { why: 1 } })
    },
  },
  {
    name: 'a site that answers everything with an HTML page is a NotMcpEndpointError that names the content type',
    ids: ['F-16'],
    async run({ connect, server, assert }) {
      const headers = { 'content-type': 'text/html; charset=utf-8' }
      await server.script(
        ...(['POST', 'GET'] as const).map((httpMethod) => ({
          on: { httpMethod },
          do: [{ respond: { headers, body: '<html>' } }],
        })),
      )
      await assert.rejects(connect(), { code: 'not-mcp-endpoint', message: /text\/html/ })
      await assert.rejects(connect({ transport: 'sse' }), { code: 'not-mcp-endpoint', message: /text\/html/ })
    },
  },
]
