/** Mistakes that `connect()` meets at the server, or on the way to it. */
import type { Fetch } from '../../../../src/core/index.ts'
import type { Rule, Step } from '../../../../src/testing/index.ts'
import { notInBrowsers } from '../../steps/browsers.ts'
import type { Mistake } from './mistake.ts'

const everything = (...steps: Step[]): Rule[] => [{ on: {}, do: steps }]

const notExecuted = { code: 'connect', delivery: 'not-executed' } as const

const own = new Error('the vault is closed')

/** A fetch with a mistake in it. */
const mistaken: Fetch = async (_url, init) => {
  const { token } = (init as unknown as { session?: { token: string } }).session!
  return new Response(token)
}

const refusedPort = 'http://127.0.0.1:61999/mcp'

const notRunning = (reason: string) => `Could not connect to ${refusedPort}: initialize: no response: ${reason}`

const onlyDeno = 'only Deno asks for permissions'

export const failedConnections: Mistake[] = [
  {
    mistake: 'a server that is not running',
    ...notExecuted,
    fields: { retryable: true },
    message: {
      node: notRunning('connect ECONNREFUSED 127.0.0.1:61999'),
      deno: notRunning(
        'error sending request for url (http://127.0.0.1:61999/mcp): client error (Connect): tcp connect error: Connection refused (os error 111)',
      ),
      bun: notRunning('ECONNREFUSED: Unable to connect. Is the computer able to access the url?'),
      workerd: notRunning('Network connection lost.'),
      chromium: notRunning('nothing answers at that address'),
      firefox: notRunning('nothing answers at that address'),
      webkit: notRunning('nothing answers at that address'),
    },
    connect: ({ connect }) => connect({ url: refusedPort }),
  },
  {
    mistake: 'a host that does not exist',
    ...notExecuted,
    runs: {
      except: {
        ...notInBrowsers('the policy of the page allows no other hosts').except,
        deno: 'it may not reach other hosts, which is another mistake',
      },
    },
    message: {
      node: 'Could not connect to http://nowhere.invalid/mcp: initialize: no response: getaddrinfo ENOTFOUND nowhere.invalid',
      workerd:
        'Could not connect to http://nowhere.invalid/mcp: initialize: no response: internal error; reference = …',
    },
    connect: ({ connect }) => connect({ url: 'http://nowhere.invalid/mcp' }),
  },
  {
    mistake: 'a missing Deno permission',
    runs: {
      except: {
        ...notInBrowsers(onlyDeno).except,
        node: onlyDeno,
        bun: onlyDeno,
        workerd: onlyDeno,
      },
    },
    fields: { name: 'NotCapable' },
    message: 'Requires net access to "nowhere.invalid:80", run again with the --allow-net flag',
    connect: ({ connect }) => connect({ url: 'http://nowhere.invalid/mcp' }),
  },
  {
    mistake: 'a server that requires authorization',
    ...notExecuted,
    fields: { status: 401, wwwAuthenticate: 'Bearer realm="x"', hint: /headers.*oauth/ },
    script: everything({ respond: { status: 401, headers: { 'www-authenticate': 'Bearer realm="x"' }, body: 'no' } }),
    message:
      'Could not connect to https://tools.example.com/mcp: initialize: status 401: no; it requires authorization: use the option headers, or oauth() of mcp-over-fetch/oauth',
  },
  {
    mistake: 'a wrong path (404)',
    ...notExecuted,
    fields: { status: 404 },
    connect: ({ connect, server }) => connect({ url: server.url.replace(/mcp$/, 'api'), transport: 'streamable-http' }),
    script: everything({ respond: { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found' } }),
    message:
      'Could not connect to https://tools.example.com/api: initialize: status 404: Not found; many servers are at /mcp',
  },
  {
    mistake: 'a path that does not accept POST',
    ...notExecuted,
    fields: { status: 405 },
    script: everything({ respond: { status: 405, headers: { 'content-type': 'text/html' }, body: '<h1>405</h1>' } }),
    message:
      'Could not connect to https://tools.example.com/mcp: initialize: status 405 (streamable-http); endpoint: status 405 (sse); check the path',
  },
  {
    mistake: 'a path that returns an HTML page',
    code: 'not-mcp-endpoint',
    delivery: 'not-executed',
    connect: ({ connect, server }) => connect({ url: server.url.replace(/mcp$/, '') }),
    script: everything({ respond: { headers: { 'content-type': 'text/html' }, body: '<h1>Hello</h1>' } }),
    message:
      'Expected application/json or text/event-stream in answer to initialize from https://tools.example.com/, got text/html; many servers are at /mcp',
  },
  {
    mistake: 'a server that moved within its origin',
    ...notExecuted,
    runs: notInBrowsers('a browser hides the redirect'),
    script: everything({ respond: { status: 301, headers: { location: './v2/mcp?key=secret' } } }),
    message:
      'Could not connect to https://tools.example.com/mcp: got a redirect (301) that changes the method: https://tools.example.com/v2/mcp?[redacted]; if that is the server, connect to it directly',
  },
  {
    mistake: 'a server that moved to another origin',
    ...notExecuted,
    runs: notInBrowsers('a browser hides the redirect'),
    script: everything({ respond: { status: 308, headers: { location: 'https://new.example.com/mcp?key=secret' } } }),
    message:
      'Could not connect to https://tools.example.com/mcp: got a redirect (308) to another origin: https://new.example.com/mcp?[redacted]; if that is the server, connect to it directly',
  },
  {
    mistake: 'a server with an internal error',
    ...notExecuted,
    fields: { status: 500, retryable: true },
    script: everything({
      respond: { status: 500, headers: { 'content-type': 'text/plain' }, body: 'database\nis down' },
    }),
    message: 'Could not connect to https://tools.example.com/mcp: initialize: status 500: database is down',
  },
  {
    mistake: 'a server that rejects the handshake',
    ...notExecuted,
    script: [
      {
        on: { rpcMethod: 'initialize' },
        do: [
          {
            respond: {
              status: 403,
              body: { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'No seat left' } },
            },
          },
        ],
      },
    ],
    runs: notInBrowsers('in a page the message says more about a 403'),
    message: 'Could not connect to https://tools.example.com/mcp: initialize: No seat left (-32000, status 403)',
  },
  {
    mistake: 'no common protocol version',
    code: 'version',
    delivery: 'not-executed',
    options: { versions: ['2025-11-25'] },
    script: [
      { on: { rpcMethod: 'initialize' }, do: [{ answerJson: { protocolVersion: '1999-01-01', capabilities: {} } }] },
    ],
    message: 'The server speaks 1999-01-01, this client 2025-11-25',
  },
  {
    mistake: 'a connection timeout',
    code: 'timeout',
    delivery: 'unknown',
    options: { connectTimeout: 60 },
    script: everything({ delay: 2_000 }),
    message: 'connecting took more than 60 ms (connectTimeout)',
  },
  {
    mistake: 'a snapshot of another URL',
    code: 'invalid-argument',
    delivery: 'not-executed',
    fields: { name: 'TypeError' },
    options: { snapshot: { version: 1, url: 'https://other.example.com/mcp' } as never },
    message: 'snapshot: got one of another address or version',
  },
  {
    mistake: 'an error thrown by your fetch',
    options: { fetch: () => Promise.reject(own) },
    fields: { name: 'Error' },
    message: 'the vault is closed',
  },
  {
    mistake: 'a bug in your fetch',
    options: { fetch: mistaken },
    fields: { name: 'TypeError' },
    message: {
      node: "Cannot destructure property 'token' of 'init.session' as it is undefined.",
      bun: "Cannot destructure property 'token' from null or undefined value",
      firefox: 'init.session is undefined',
      webkit: 'Right side of assignment cannot be destructured',
    },
  },
  {
    mistake: 'a response of your fetch that was already read',
    ...notExecuted,
    options: {
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        response.body?.getReader()
        return response
      },
    },
    message: 'Could not connect to https://tools.example.com/mcp: fetch returned a body that is already being read',
  },
]
