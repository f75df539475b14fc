/** Mistakes that a call meets. The connection works afterwards. */
import type { StandardSchema } from '../../../../src/core/index.ts'
import { notInBrowsers } from '../../steps/browsers.ts'
import { onCall } from '../../steps/calls.ts'
import { needs } from '../../steps/input-required.ts'
import type { Mistake } from './mistake.ts'

const json = { 'content-type': 'application/json' }
const text = { 'content-type': 'text/plain' }

const respond = (status: number, body: string | object, headers: Record<string, string> = text) => [
  onCall({ respond: { status, headers, body } }),
]

const echo: NonNullable<Mistake['use']> = (client) => client.callTool('echo', { text: 'x' })

const never: StandardSchema = {
  '~standard': { validate: () => ({ issues: [{ message: 'expected a city' }] }) },
}

const stop = new Error('the user left')

const invalid = { code: 'invalid-argument', delivery: 'not-executed', fields: { name: 'TypeError' } } as const

/** Methods, what other clients are given there, and what is expected instead. */
const objects = [
  ['callTool', { name: 'echo', arguments: { text: 'x' } }, 'name, args'],
  ['getPrompt', { name: 'greet' }, 'name, args'],
  ['readResource', { uri: 'file:///notes.txt' }, 'uri'],
  ['request', { method: 'ping' }, 'method, params'],
  ['notify', { method: 'notifications/roots/list_changed' }, 'method, params'],
] as const

export const failedCalls: Mistake[] = [
  {
    mistake: 'an unknown tool',
    code: 'rpc',
    delivery: 'answered',
    fields: { rpcCode: -32602 },
    use: (client) => client.callTool('nope'),
    message: 'tools/call: Unknown tool "nope" (-32602)',
  },
  {
    mistake: 'a JSON-RPC error from a tool',
    code: 'rpc',
    delivery: 'answered',
    use: (client) => client.callTool('throw', { code: -32050, message: 'out of\ntea \u202e' }),
    message: 'tools/call: out of tea (-32050)',
  },
  {
    mistake: 'an unknown method',
    code: 'rpc',
    delivery: 'answered',
    use: (client) => client.request('vendor/unknown'),
    message: 'vendor/unknown: Method not found: vendor/unknown (-32601)',
  },
  {
    mistake: 'an unknown resource',
    code: 'rpc',
    delivery: 'answered',
    use: (client) => client.readResource('test://nowhere'),
    message: 'resources/read: Resource not found: test://nowhere (-32002)',
  },
  {
    mistake: 'an unknown prompt',
    code: 'rpc',
    delivery: 'answered',
    use: (client) => client.getPrompt('nope'),
    message: 'prompts/get: Unknown prompt "nope" (-32602)',
  },
  {
    mistake: 'a tool that needs elicitation, no handler',
    modern: true,
    code: 'rpc',
    delivery: 'not-executed',
    fields: { rpcCode: -32021 },
    use: (client) => client.callTool('ask', { what: 'form' }),
    message:
      'tools/call: The client did not declare a capability that this needs (-32021, status 400); connect() needs handlers.elicit',
  },
  {
    mistake: 'a server request without a handler',
    modern: true,
    code: 'invalid-message',
    delivery: 'answered',
    script: [needs(1, { inputRequests: { a: { method: 'roots/list' } } })],
    use: echo,
    message: 'The server asks for roots/list, which has no handler; connect() needs handlers.roots',
  },
  {
    mistake: 'a misspelled call option',
    ...invalid,
    use: (client) => client.callTool('echo', { text: 'x' }, { onprogress: () => {} } as object),
    message: 'callTool: unknown option onprogress; did you mean onProgress?',
  },
  ...objects.map(
    ([method, argument, signature]): Mistake => ({
      mistake: `a single argument object for ${method}(), as in other SDKs`,
      ...invalid,
      use: async (client) => (client[method] as (argument: never) => Promise<unknown>)(argument as never),
      message: `${method}: expected ${method}(${signature}), got object`,
    }),
  ),
  {
    mistake: 'an option of another method',
    ...invalid,
    use: (client) => client.ping({ retry: 'safe' } as object),
    message: 'ping: unknown option retry',
  },
  {
    mistake: 'a misspelled option of listen()',
    ...invalid,
    use: async (client) => client.listen({}, { reOpen: true } as object),
    message: 'listen: unknown option reOpen; did you mean reopen?',
  },
  {
    mistake: 'a silent call (timeout)',
    code: 'timeout',
    delivery: 'unknown',
    fields: { limit: 'timeout', retryable: true },
    use: (client) => client.callTool('slow', { ms: 2_000 }, { timeout: 50 }),
    message: 'tools/call gave no sign of life for 50 ms (timeout)',
  },
  {
    mistake: 'a long call (maxTotalTimeout)',
    code: 'timeout',
    delivery: 'unknown',
    fields: { limit: 'maxTotalTimeout' },
    use: (client) => client.callTool('slow', { ms: 2_000 }, { maxTotalTimeout: 50 }),
    message: 'tools/call took more than 50 ms (maxTotalTimeout)',
  },
  {
    mistake: 'an aborted call',
    use: (client) => client.callTool('echo', { text: 'x' }, { signal: AbortSignal.abort(stop) }),
    message: 'the user left',
  },
  {
    mistake: 'a call after close()',
    code: 'closed',
    delivery: 'not-executed',
    isFinal: true,
    async use(client) {
      await client.close()
      return client.callTool('echo')
    },
    message: 'callTool: the client is closed',
  },
  {
    mistake: 'a call after detach()',
    code: 'closed',
    delivery: 'not-executed',
    isFinal: true,
    async use(client) {
      await client.detach()
      return client.listTools()
    },
    message: 'listTools: the client is closed',
  },
  {
    mistake: 'listen() after close()',
    code: 'closed',
    delivery: 'not-executed',
    isFinal: true,
    async use(client) {
      await client.close()
      return client.listen({})
    },
    message: 'listen: the client is closed',
  },
  {
    mistake: 'close() during a call',
    code: 'closed',
    delivery: 'unknown',
    isFinal: true,
    async use(client, { server }) {
      await server.script(onCall({ barrier: 'sent' }, { hold: 'forever' }))
      const call = client.callTool('echo', { text: 'x' })
      call.catch(() => {})
      await server.reached('sent')
      void client.close()
      return call
    },
    message: 'tools/call: the client was closed during the call',
  },
  {
    mistake: 'a proxy error with text',
    code: 'http',
    delivery: 'unknown',
    fields: { status: 502, retryable: true },
    script: respond(502, 'upstream\n is away'),
    use: echo,
    message: 'tools/call: status 502: upstream is away',
  },
  {
    mistake: 'an error status with an HTML page',
    code: 'http',
    delivery: 'unknown',
    script: respond(500, '<h1>Sorry</h1>', { 'content-type': 'text/html' }),
    use: echo,
    message: 'tools/call: status 500',
  },
  {
    mistake: 'a request too large for the server',
    code: 'http',
    delivery: 'not-executed',
    script: respond(413, 'at most 1 MB'),
    use: echo,
    message: 'tools/call: status 413: at most 1 MB',
  },
  {
    mistake: 'a URL or headers too long for a gateway',
    code: 'http',
    delivery: 'not-executed',
    script: respond(414, ''),
    use: echo,
    message: 'tools/call: status 414',
  },
  {
    mistake: 'an expired token',
    code: 'http',
    delivery: 'not-executed',
    script: respond(401, 'token expired', { ...text, 'www-authenticate': 'Bearer error="invalid_token"' }),
    fields: { wwwAuthenticate: 'Bearer error="invalid_token"' },
    use: echo,
    message: 'tools/call: status 401: token expired',
  },
  {
    mistake: 'a rate limit with a long delay',
    code: 'http',
    delivery: 'not-executed',
    fields: { retryAfterMs: 70_000 },
    script: respond(429, 'slow down', { ...text, 'retry-after': '70' }),
    use: echo,
    message: 'tools/call: status 429: slow down',
  },
  {
    mistake: 'a JSON-RPC error with an error status',
    code: 'rpc',
    delivery: 'answered',
    script: respond(422, { jsonrpc: '2.0', id: null, error: { code: -32602, message: 'text is required' } }, json),
    use: echo,
    message: 'tools/call: text is required (-32602, status 422)',
  },
  {
    mistake: 'a call redirected with a method change',
    code: 'http',
    delivery: 'unknown',
    runs: notInBrowsers('a browser hides the status of a redirect'),
    script: [onCall({ respond: { status: 302, headers: { location: './login?next=secret' } } })],
    use: echo,
    message: 'got a redirect (302) that changes the method: https://tools.example.com/login?[redacted]',
  },
  {
    mistake: 'an answer that is not JSON',
    code: 'invalid-message',
    delivery: 'unknown',
    script: respond(200, 'oops', json),
    use: echo,
    message: 'Expected JSON-RPC in answer to tools/call from https://tools.example.com/mcp, got not JSON',
  },
  {
    mistake: 'an HTML page instead of an answer',
    code: 'invalid-message',
    delivery: 'unknown',
    script: respond(200, '<h1>Log in</h1>', { 'content-type': 'text/html' }),
    use: echo,
    message:
      'Expected application/json or text/event-stream in answer to tools/call from https://tools.example.com/mcp, got text/html',
  },
  {
    mistake: 'a stream that ends before the answer',
    code: 'connection',
    delivery: 'unknown',
    fields: { retryable: true },
    script: [onCall({ stream: {} }, { comment: 'bye' })],
    use: echo,
    message: 'The response ended before the answer to tools/call',
  },
  {
    mistake: 'an answer that is too large',
    code: 'invalid-message',
    delivery: 'unknown',
    options: { limits: { messageBytes: 100_000 } },
    script: [onCall({ answerJson: { content: [{ type: 'text', text: 'x'.repeat(200_000) }] } })],
    use: echo,
    message:
      'Expected at most 100000 bytes (limits.messageBytes) in answer to tools/call from https://tools.example.com/mcp, got more',
  },
  {
    mistake: 'a malformed result',
    code: 'invalid-message',
    delivery: 'answered',
    script: [onCall({ answerJson: { content: 'text' } })],
    use: echo,
    message: 'Expected the result of the tool echo with array at content, got string',
  },
  {
    mistake: 'structured content that does not match your schema',
    code: 'invalid-message',
    delivery: 'answered',
    use: (client) => client.callTool('add', { a: 1, b: 2 }, { outputSchema: never }),
    message: 'Expected structuredContent of the tool add to fit its schema: expected a city',
  },
  {
    mistake: 'a list that repeats a page',
    code: 'invalid-message',
    delivery: 'answered',
    script: [{ on: { rpcMethod: 'tools/list' }, do: [{ answerJson: { tools: [], nextCursor: 'a' } }] }],
    use: (client) => client.listTools(),
    message: 'Expected another page from tools/list, got the same one again',
  },
  {
    mistake: 'an expired session that cannot be replaced',
    code: 'session-lost',
    delivery: 'not-executed',
    fields: { retryable: true },
    script: [
      { on: { rpcMethod: 'tools/call' }, do: [{ respond: { status: 404, headers: text, body: 'Session not found' } }] },
      {
        on: { rpcMethod: 'initialize' },
        do: [{ respond: { status: 403, headers: text, body: 'at most 5 sessions' } }],
      },
    ],
    runs: notInBrowsers('in a page the message says more about a 403'),
    use: echo,
    message: 'The session was lost and could not be replaced: initialize: status 403: at most 5 sessions',
  },
  {
    mistake: 'a resume token for a stateless server',
    modern: true,
    code: 'capability',
    delivery: 'not-executed',
    use: (client) => client.callTool('echo', {}, { resume: { requestId: 1, lastEventId: 'a', session: {} } }),
    message: 'Expected a server with streams that can be resumed, got one of 2026-07-28',
  },
]
