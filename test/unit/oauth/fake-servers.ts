/** A `fetch` that answers as an MCP server and as an authorization server. */
import type { Fetch, FetchInit } from '../../../src/core/index.ts'

export const SERVER = 'https://mcp.example/mcp'
export const ISSUER = 'https://as.example'
export const CALLBACK = 'https://app.example/callback'
export const PRM = 'https://mcp.example/.well-known/oauth-protected-resource'
export const AS = `${ISSUER}/.well-known/oauth-authorization-server`

export interface ReceivedRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: string
}

export type Answer = Response | ((request: ReceivedRequest) => Response | Promise<Response>)

export interface FakeServers {
  fetch: Fetch
  /** All requests in their order. */
  requests: ReceivedRequest[]
  /** The requests to this URL, without its query. */
  to(url: string): ReceivedRequest[]
  /** Sets the response of this URL from now on. */
  on(url: string, answer: Answer): void
  /** The tokens that the MCP server accepts. */
  validTokens: Set<string>
  metadata: Record<string, unknown>
  resource: Record<string, unknown>
}

export const json = (value: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } })

/** The members of `init` that all runtimes support. */
const KEYS = ['method', 'headers', 'body', 'signal', 'redirect', 'credentials']

export function createFakeServers(): FakeServers {
  const answers = new Map<string, Answer>()
  const requests: ReceivedRequest[] = []
  const validTokens = new Set<string>()
  const metadata = {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
    registration_endpoint: `${ISSUER}/register`,
    revocation_endpoint: `${ISSUER}/revoke`,
    code_challenge_methods_supported: ['S256'],
  }
  const resource = { resource: SERVER, authorization_servers: [ISSUER] }
  let count = 0
  const servers: FakeServers = {
    fetch,
    requests,
    to,
    on: (url, answer) => answers.set(url, answer),
    validTokens,
    metadata,
    resource,
  }
  servers.on(SERVER, ({ headers }) => {
    const token = headers.authorization?.replace('Bearer ', '')
    if (token && validTokens.has(token)) return json({ ok: true })
    return json({}, 401, { 'www-authenticate': `Bearer resource_metadata="${PRM}/mcp"` })
  })
  servers.on(`${PRM}/mcp`, () => json(servers.resource))
  servers.on(AS, () => json(servers.metadata))
  servers.on(`${ISSUER}/register`, () => json({ client_id: `client-${++count}` }, 201))
  servers.on(`${ISSUER}/token`, () => {
    const n = ++count
    validTokens.add(`access-${n}`)
    return json({ access_token: `access-${n}`, token_type: 'Bearer', expires_in: 3600, refresh_token: `refresh-${n}` })
  })
  servers.on(`${ISSUER}/revoke`, () => new Response(null))
  return servers

  async function fetch(this: unknown, url: string, init: FetchInit): Promise<Response> {
    // Browsers refuse a `fetch` that is called as a method.
    if (this !== undefined) throw new TypeError('Illegal invocation')
    for (const key of Object.keys(init)) if (!KEYS.includes(key)) throw new TypeError(`${key} is not supported`)
    init.signal.throwIfAborted()
    const { method, headers, body = '' } = init
    const entry = { method, url, headers, body }
    requests.push(entry)
    const answer = answers.get(url.split('?')[0]!)
    if (!answer) return new Response('nothing here', { status: 404 })
    return answer instanceof Response ? answer.clone() : answer(entry)
  }

  function to(url: string): ReceivedRequest[] {
    return requests.filter((entry) => entry.url.split('?')[0] === url)
  }
}

/** The `init` of a request as the client sends it. */
export function request(body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'): FetchInit {
  const { signal } = new AbortController()
  return { method: 'POST', headers: {}, body, signal, redirect: 'manual', credentials: 'omit' }
}

/** A driver whose user agrees at once. */
export const agree = async (url: URL): Promise<URLSearchParams> =>
  new URLSearchParams({ code: 'code', state: url.searchParams.get('state') ?? '' })

/** The body of a `tools/call` request. */
export function callTool(name: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } })
}
