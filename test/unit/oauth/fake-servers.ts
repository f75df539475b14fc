/** An MCP server and an authorization server that are only a function. */
import type { Fetch, FetchInit } from '../../../src/core/index.ts'

export const SERVER = 'https://mcp.example/mcp'
export const ISSUER = 'https://as.example'
export const CALLBACK = 'https://app.example/callback'
export const PRM = 'https://mcp.example/.well-known/oauth-protected-resource'
export const AS = `${ISSUER}/.well-known/oauth-authorization-server`

export interface Asked {
  method: string
  url: string
  headers: Record<string, string>
  body: string
}

export type Answer = Response | ((asked: Asked) => Response | Promise<Response>)

export interface FakeServers {
  fetch: Fetch
  asked: Asked[]
  /** The requests to this address, without its query. */
  to(url: string): Asked[]
  /** What is answered from now on. */
  on(url: string, answer: Answer): void
  /** The tokens that the MCP server accepts. */
  good: Set<string>
  metadata: Record<string, unknown>
  resource: Record<string, unknown>
}

export const json = (value: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } })

/** Runtimes refuse some keys, and some refuse to be called as a method. */
const KEYS = ['method', 'headers', 'body', 'signal', 'redirect', 'credentials']

export function createFakeServers(): FakeServers {
  const answers = new Map<string, Answer>()
  const asked: Asked[] = []
  const good = new Set<string>()
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
    asked,
    to,
    on: (url, answer) => answers.set(url, answer),
    good,
    metadata,
    resource,
  }
  servers.on(SERVER, ({ headers }) => {
    const token = headers.authorization?.replace('Bearer ', '')
    if (token && good.has(token)) return json({ ok: true })
    return json({}, 401, { 'www-authenticate': `Bearer resource_metadata="${PRM}/mcp"` })
  })
  servers.on(`${PRM}/mcp`, () => json(servers.resource))
  servers.on(AS, () => json(servers.metadata))
  servers.on(`${ISSUER}/register`, () => json({ client_id: `client-${++count}` }, 201))
  servers.on(`${ISSUER}/token`, () => {
    const n = ++count
    good.add(`access-${n}`)
    return json({ access_token: `access-${n}`, token_type: 'Bearer', expires_in: 3600, refresh_token: `refresh-${n}` })
  })
  servers.on(`${ISSUER}/revoke`, () => new Response(null))
  return servers

  async function fetch(this: unknown, url: string, init: FetchInit): Promise<Response> {
    if (this !== undefined) throw new TypeError('Illegal invocation')
    for (const key of Object.keys(init)) if (!KEYS.includes(key)) throw new TypeError(`${key} is not supported`)
    init.signal.throwIfAborted()
    const { method, headers, body = '' } = init
    const entry = { method, url, headers, body }
    asked.push(entry)
    const answer = answers.get(url.split('?')[0]!)
    if (!answer) return new Response('nothing here', { status: 404 })
    return answer instanceof Response ? answer.clone() : answer(entry)
  }

  function to(url: string): Asked[] {
    return asked.filter((entry) => entry.url.split('?')[0] === url)
  }
}

/** What the core sends. */
export function request(body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'): FetchInit {
  const { signal } = new AbortController()
  return { method: 'POST', headers: {}, body, signal, redirect: 'manual', credentials: 'omit' }
}

/** A person who agrees at once. */
export const agree = async (url: URL): Promise<URLSearchParams> =>
  new URLSearchParams({ code: 'code', state: url.searchParams.get('state') ?? '' })
