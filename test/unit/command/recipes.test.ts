/** What an examination says must be added, and the lines that add it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { Finding, Verdict } from '../../../bin/examination/outcome.ts'
import { recipes } from '../../../bin/recipes/index.ts'
import { findNeeds, type Needs } from '../../../bin/recipes/needs.ts'

const url = new URL('https://tools.example/mcp')
const given = (...bad: string[]): Finding[] =>
  bad.map((id) => ({ id, verdict: 'problem' as Verdict }) as unknown as Finding)
const needsOf = (bad: string[], headers?: string[]): Needs | undefined =>
  findNeeds(given(...bad), { url, origin: undefined, issuer: 'https://login.example', headers })

const bare: Needs = { origin: '*', path: '/mcp', cors: false, headers: [], streams: false, metadata: undefined }

describe('findNeeds()', () => {
  test.each<[string, Partial<Needs>]>([
    ['card-cors', { cors: true, card: undefined }],
    ['card-caching', { cors: false, card: '/mcp/server-card' }],
    ['stream-caching', { cors: false, streams: true }],
    ['challenge', { cors: true, metadata: expect.objectContaining({ issuer: 'https://login.example' }) as never }],
  ])('knows what mends %s', (id, needs) => {
    expect(needsOf([id])).toMatchObject(needs)
  })

  test('needs nothing for what no lines can mend', () => {
    expect(needsOf(['unknown-tool'])).toBeUndefined()
  })
})

describe.each(Object.keys(recipes))('the recipe for %s', (name) => {
  const write = recipes[name]!

  test('allows the headers that were given, and no other text', () => {
    const lines = write(needsOf(['cors-origin'], ['x-api-key', 'X-Tenant', 'x\'\n"$evil'])!)
    expect(lines).toContain('x-api-key')
    expect(lines).toContain('x-tenant')
    expect(lines).not.toContain('evil')
  })

  test('answers no preflight where CORS works already', () => {
    expect(write({ ...bare, streams: true })).not.toContain('OPTIONS')
  })

  test('lets clients keep the card', () => {
    const lines = write({ ...bare, card: '/mcp/server-card' })
    expect(lines).toContain('/mcp/server-card')
    expect(lines).toContain('public, max-age=3600')
  })

  test('has the metadata document, which pages can read', () => {
    const lines = write(needsOf(['challenge'])!)
    expect(lines).toContain('/.well-known/oauth-protected-resource/mcp')
    expect(lines).toContain('https://login.example')
    expect(lines).toMatch(/Access-Control-Allow-Origin|CORSMiddleware/)
  })
})

type Serve = (request: Request) => Promise<Response>

const read = async (response: Response) => ({
  status: response.status,
  body: await response.text(),
  origin: response.headers.get('access-control-allow-origin'),
  caching: response.headers.get('cache-control'),
})

/** Each of these is evaluated as a server would have it. */
async function serveNode(lines: string, run: (send: Serve) => Promise<void>): Promise<void> {
  const handler = new Function('request', 'response', `${lines}\nresponse.writeHead(404).end('the server')`) as (
    request: IncomingMessage,
    response: ServerResponse,
  ) => void
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    await run((request) => {
      const { pathname } = new URL(request.url)
      return fetch(`http://127.0.0.1:${port}${pathname}`, { method: request.method })
    })
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

async function serveWorker(lines: string, run: (send: Serve) => Promise<void>): Promise<void> {
  const wrap = new Function(`${lines}\nreturn withHeaders`)() as (worker: { fetch: Serve }) => { fetch: Serve }
  await run(wrap({ fetch: async () => new Response('the server', { status: 404 }) }).fetch)
}

describe.each([
  ['node', serveNode],
  ['cloudflare', serveWorker],
] as const)('the lines for %s, evaluated', (name, serve) => {
  test('serve the metadata document, preflights and the card', async () => {
    const needs = { ...needsOf(['challenge', 'card-caching'])! }
    await serve(recipes[name]!(needs), async (send) => {
      const at = (path: string, method = 'GET') =>
        send(new Request(`https://tools.example${path}`, { method })).then(read)
      const metadata = await at('/.well-known/oauth-protected-resource/mcp')
      expect(metadata).toMatchObject({ status: 200, origin: '*' })
      expect(JSON.parse(metadata.body)).toEqual({
        resource: 'https://tools.example/mcp',
        authorization_servers: ['https://login.example'],
      })
      expect(await at('/mcp', 'OPTIONS')).toMatchObject({ status: 204, body: '', origin: '*' })
      expect(await at('/mcp/server-card')).toMatchObject({ caching: 'public, max-age=3600', body: 'the server' })
      expect(await at('/mcp')).toMatchObject({ status: 404, caching: null, body: 'the server', origin: '*' })
    })
  })
})
