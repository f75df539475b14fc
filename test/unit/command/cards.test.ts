/** The server card in an examination: optional, asked for as anybody may, and read within limits. */
import { expect, test } from 'vitest'
import { examine } from '../../../bin/examination/examine.ts'
import type { Finding } from '../../../bin/examination/outcome.ts'
import { createPageFetch } from '../../../bin/examination/page-fetch.ts'
import type { Fetch, FetchInit } from '../../../src/core/index.ts'
import { authorizationServer, createMockServer, type MockServerOptions } from '../../../src/testing/index.ts'
import { createBrowserFetch } from '../playground/examine/browser-fetch.ts'

const CARD_CHECKS = ['card-shape', 'card-cors', 'card-caching', 'card-agreement']
const CARD_TYPE = 'application/mcp-server-card+json'
const pageOrigin = 'https://page.example'

interface Case extends MockServerOptions {
  answer?: (url: string, by: string, method: string) => Response | undefined
  only?: readonly string[]
  isInPage?: boolean
  query?: string
  headers?: Record<string, string>
}

async function judge({ answer, only = CARD_CHECKS, isInPage = false, query = '', headers, ...options }: Case = {}) {
  const server = createMockServer(options)
  const asked: { url: string; init: FetchInit; by: string }[] = []
  const through =
    (by: string): Fetch =>
    async (url, init) => {
      asked.push({ url, init, by })
      return answer?.(url, by, init.method) ?? server.fetch(url, init as RequestInit)
    }
  const inPage = (by: string) => createBrowserFetch((url, init) => through(by)(url, init as FetchInit))
  const examination = examine({
    url: server.url + query,
    fetch: isInPage ? inPage('own') : through('own'),
    bareFetch: isInPage ? inPage('bare') : through('bare'),
    ...(!isInPage && {
      pageFetch: createPageFetch(through('page'), pageOrigin),
      barePageFetch: createPageFetch(through('bare page'), pageOrigin),
    }),
    pageOrigin,
    signal: new AbortController().signal,
    requestLimit: 400,
    idle: 0,
    settle: 20,
    only,
    ...(headers && { headers, isAuthorized: true }),
  })
  const findings: Finding[] = []
  for await (const finding of examination) findings.push(finding)
  const verdicts = findings.map(({ verdict }) => verdict)
  return { findings, verdicts, shape: findings[0]!, cards: asked.filter(({ url }) => url.includes('/server-card')) }
}

/** Answers the address of the card only. */
const atCard = (respond: () => Response) => (url: string) => (url.includes('/server-card') ? respond() : undefined)

const OPEN = { 'access-control-allow-origin': '*' }

test.each([false, true])('a right card is good in every respect (in a page: %s)', async (isInPage) => {
  const { verdicts } = await judge({ discovery: { card: true }, isInPage })
  expect(verdicts).toEqual(['good', 'good', 'good', 'good'])
})

test.each([
  ['of one revision', { versions: ['2025-06-18'] }],
  ['of 2026-07-28', { versions: ['2026-07-28'] }],
  ['of HTTP+SSE', { versions: ['2024-11-05'], transport: 'http+sse', discovery: { card: { remotes: null } } }],
] as const)('the card of a server %s agrees with it', async (_, options) => {
  const { findings } = await judge({ discovery: { card: true }, ...(options as object), only: ['card-agreement'] })
  expect(findings).toMatchObject([{ verdict: 'good' }])
})

test('a name with another prefix and the address of a proxy are no contradictions', async () => {
  const remotes = [{ type: 'streamable-http', url: 'https://{tenant}.example.com/mcp' }]
  const { verdicts } = await judge({ discovery: { card: { name: 'com.example.tools/mock', remotes } } })
  expect(verdicts).toEqual(['good', 'good', 'good', 'good'])
})

test.each<[string, () => Response, RegExp]>([
  ['404', () => new Response('no', { status: 404 }), /optional: GET \/mcp\/server-card was answered with HTTP 404\./],
  ['401', () => new Response(null, { status: 401, headers: OPEN }), /HTTP 401/],
  ['405', () => new Response(null, { status: 405 }), /HTTP 405/],
  ['500', () => new Response('no', { status: 500 }), /HTTP 500/],
  ['a page', () => new Response('<p>', { headers: { 'content-type': 'text/html' } }), /text\/html, which is no card/],
  ['JSON of another kind', () => Response.json({ name: 'api', version: '1' }), /application\/json, which is no card/],
  ['an error of JSON-RPC', () => Response.json({ jsonrpc: '2.0', id: null, error: { code: -32600 } }), /no card/],
  [
    'a stream without an end',
    () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } }),
    /text\/event-stream, which is no card/,
  ],
  ['nothing', () => Response.error(), /HTTP 0|not answered/],
])('a server that answers the address with %s gets a note only', async (_, respond, says) => {
  const { findings, verdicts, shape, cards } = await judge({ answer: atCard(respond) })
  expect(verdicts).toEqual(['not applicable', 'not applicable', 'not applicable', 'not applicable'])
  expect(shape.seen).toMatch(says)
  expect(findings.filter(({ advice }) => advice !== undefined)).toEqual([])
  expect(cards).toHaveLength(1)
})

test('in a page, a server without CORS headers at the address gets a note only', async () => {
  const { verdicts, shape } = await judge({ answer: atCard(() => new Response('no', { status: 404 })), isInPage: true })
  expect(verdicts).toEqual(['not applicable', 'not applicable', 'not applicable', 'not applicable'])
  expect(shape.seen).toMatch(/no server card, or it lacks Access-Control-Allow-Origin/)
})

test.each([false, true])('a redirect is not followed (in a page: %s)', async (isInPage) => {
  const location = 'https://elsewhere.example/card'
  const redirect = () => new Response(null, { status: 302, headers: { ...OPEN, location } })
  const { verdicts, shape, cards } = await judge({ answer: atCard(redirect), isInPage })
  expect(verdicts).toEqual(['could not tell', 'not applicable', 'not applicable', 'not applicable'])
  expect(shape.seen).toMatch(/a redirect, which clients do not follow/)
  expect(cards.map(({ init }) => init.redirect)).toEqual(['manual'])
})

test('the card is not redirected to either where the endpoint is', async () => {
  let isFirst = true
  const { cards } = await judge({
    answer: (url) => {
      if (!url.includes('/server-card') && !isFirst) return undefined
      isFirst = false
      return new Response(null, { status: 307, headers: { ...OPEN, location: url } })
    },
  })
  expect(cards.map(({ init }) => init.redirect)).toEqual(['manual'])
})

test('of 10 MB no more is read than clients read', async () => {
  let pulled = 0
  let isCanceled = false
  const body = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        if (++pulled > 160) return controller.close()
        controller.enqueue(new Uint8Array(65_536).fill(32))
      },
      cancel() {
        isCanceled = true
      },
    })
  const { verdicts, shape } = await judge({
    answer: atCard(() => new Response(body(), { headers: { ...OPEN, 'content-type': CARD_TYPE } })),
    only: ['card-shape', 'card-agreement'],
  })
  expect(verdicts).toEqual(['problem', 'not applicable'])
  expect(shape.seen).toMatch(/longer than 1048576 characters/)
  expect(isCanceled).toBe(true)
  expect(pulled).toBeLessThan(24)
})

test('what says that it is a card and is no JSON is a problem, also if it never ends', async () => {
  const headers = { ...OPEN, 'content-type': CARD_TYPE }
  const broken = await judge({ answer: atCard(() => new Response('<p>', { headers })), only: ['card-shape'] })
  expect(broken.shape).toMatchObject({ verdict: 'problem', seen: 'The card is not JSON.' })
  const open = await judge({
    answer: atCard(() => new Response(new ReadableStream(), { headers })),
    only: ['card-shape'],
  })
  expect(open.shape).toMatchObject({ verdict: 'problem', seen: 'The card did not come to its end.' })
})

test('a long list of issues, and long names in it, are cut', async () => {
  const card = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`${index}${'x'.repeat(900)}`, 1]))
  const { shape } = await judge({ discovery: { card } })
  expect(shape.seen).toMatch(/, and 496 more\.$/)
  expect(shape.seen.length).toBeLessThan(600)
})

test('no credential is sent with the request for the card', async () => {
  const secrets = { authorization: 'Bearer sesame-opens', cookie: 'id=sesame', 'x-api-key': 'sesame-too' }
  const { cards } = await judge({
    discovery: { card: true },
    auth: authorizationServer(),
    headers: secrets,
    query: '?key=sesame',
  })
  // Once as anybody, once as a page.
  expect(cards.map(({ by }) => by)).toEqual(['bare', 'bare page'])
  for (const { url, init } of cards) {
    expect(url).toBe('https://mock.example/mcp/server-card')
    expect(init).toMatchObject({ method: 'GET', credentials: 'omit', redirect: 'manual' })
    const names = Object.keys(init.headers).filter((name) => name !== 'origin')
    expect(names).toEqual(['accept'])
    expect(JSON.stringify(init.headers)).not.toContain('sesame')
  }
})

test('in a page, the request for the card needs no preflight', async () => {
  const { cards } = await judge({ discovery: { card: true }, headers: { authorization: 'Bearer x' }, isInPage: true })
  expect(cards.map(({ init, by }) => [init.method, by])).toEqual([['GET', 'bare']])
})

test('cards and metadata are documents, so they are not judged as messages', async () => {
  const metadata = 'https://mock.example/.well-known/oauth-protected-resource/mcp'
  const readable = { ...OPEN, 'access-control-expose-headers': 'www-authenticate' }
  const challenge = { ...readable, 'www-authenticate': `Bearer resource_metadata="${metadata}"` }
  const document = { resource: 'https://mock.example/mcp', authorization_servers: ['https://a.example'] }
  const { findings } = await judge({
    discovery: { card: true },
    answer(url, by, method) {
      if (url === metadata) return Response.json(document, { headers: OPEN })
      const isRefused = by.startsWith('bare') && url.endsWith('/mcp') && method === 'POST'
      return isRefused ? new Response(null, { status: 401, headers: challenge }) : undefined
    },
    only: [...CARD_CHECKS, 'challenge', 'valid-messages'],
  })
  const verdicts = Object.fromEntries(findings.map(({ id, verdict }) => [id, verdict]))
  expect(verdicts).toMatchObject({ 'card-shape': 'good', challenge: 'good', 'valid-messages': 'good' })
})
