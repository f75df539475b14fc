/** Reading documents: what is sent, kept and left out, against the mock server in this process. */
import { expect, test } from 'vitest'
import { ClosedError } from '../../../src/core/index.ts'
import { DiscoverError, discover, readCard } from '../../../src/discover/index.ts'
import { createMockServer, type DiscoveryConfig } from '../../../src/testing/index.ts'
import { fullCard } from './cards.ts'

const CARD = 'https://mock.example/mcp/server-card'

function publish(discovery: DiscoveryConfig = {}) {
  const server = createMockServer({ discovery: { card: true, catalog: true, ...discovery } })
  const seen: RequestInit[] = []
  const fetch = (url: string, init: RequestInit) => {
    seen.push(init)
    return server.fetch(url, init)
  }
  const statuses = () => server.journal.requests.map(({ status }) => status)
  return { server, fetch, seen, statuses }
}

/** A response whose body never ends by itself. */
function endless() {
  let pulled = 0
  let canceled = false
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++
      controller.enqueue(new Uint8Array(65_536).fill(32))
    },
    cancel() {
      canceled = true
    },
  })
  return { fetch: async () => new Response(body), counts: () => [pulled, canceled] as const }
}

test('cookies and headers of ours but accept are never sent, and redirects are never followed', async () => {
  const { fetch, seen } = publish()
  await readCard(CARD, { fetch })
  await discover('mock.example', { fetch })
  for (const { method, headers, credentials, redirect } of seen) {
    expect([method, Object.keys(headers!), credentials, redirect]).toEqual(['GET', ['accept'], 'omit', 'manual'])
  }
  // Only these characters, and at most 128, need no preflight.
  for (const { headers } of seen) expect((headers as { accept: string }).accept).toMatch(/^[\w/+,. -]{1,128}$/)
})

test.for([
  [{}, [200]],
  [{ cacheControl: 'max-age=0' }, [200, 304]],
  [{ cacheControl: 'public, no-cache, max-age=60' }, [200, 304]],
  [{ cacheControl: 'no-store, max-age=60' }, [200, 200]],
  [{ cacheControl: 's-maxage=60' }, [200, 304]],
  [{ cacheControl: '' }, [200, 304]],
] as const)('a document with %o is read twice with the statuses %o', async ([discovery, expected]) => {
  const { fetch, statuses } = publish(discovery)
  const [first, second] = [await readCard(CARD, { fetch }), await readCard(CARD, { fetch })]
  expect(second).toEqual(first)
  expect(second).not.toBe(first)
  expect(statuses()).toEqual(expected)
})

test('the age of a response counts, and refresh asks in any case', async () => {
  const headers = { age: '60', 'cache-control': 'max-age=60' }
  const { fetch, statuses } = publish({ documents: { '/mcp/server-card': { json: fullCard, headers } } })
  await readCard(CARD, { fetch })
  await readCard(CARD, { fetch })
  expect(statuses()).toEqual([200, 304])
  const fresh = publish()
  await readCard(CARD, { fetch: fresh.fetch })
  await readCard(CARD, { fetch: fresh.fetch, cacheMode: 'refresh' })
  expect(fresh.statuses()).toEqual([200, 304])
})

test('an ETag belongs to the text that it came with', async () => {
  const document = (etag: object) => ({
    documents: { '/mcp/server-card': { json: fullCard, headers: { 'cache-control': 'no-cache', ...etag } } },
  })
  const { server, fetch, seen } = publish(document({ etag: '"1"' }))
  await readCard(CARD, { fetch })
  server.configure({ discovery: document({ etag: '' }) })
  await readCard(CARD, { fetch })
  await readCard(CARD, { fetch })
  expect(seen.map(({ headers }) => (headers as Record<string, string>)['if-none-match'])).toEqual([
    undefined,
    '"1"',
    undefined,
  ])
})

test('an error of the package that the given fetch throws passes unchanged, and others are unreachable', async () => {
  const own = new ClosedError('closed')
  await expect(readCard(CARD, { fetch: () => Promise.reject(own) })).rejects.toBe(own)
  const failing = () => Promise.reject(new TypeError('fetch failed'))
  await expect(readCard(CARD, { fetch: failing })).rejects.toMatchObject({ reason: 'unreachable', retryable: true })
})

test('a document of another fetch is another one, and memory is bounded', async () => {
  const [one, other] = [publish(), publish({ card: { version: '2.0.0' } })]
  expect((await readCard(CARD, one)).version).toBe('1.0.0')
  expect((await readCard(CARD, other)).version).toBe('2.0.0')
  for (let index = 0; index < 40; index++) await readCard(`${CARD}?${index}`, one)
  await readCard(`${CARD}?39`, one)
  await readCard(CARD, one)
  expect(one.statuses()).toHaveLength(42)
})

test('a body without end is left after the limit of bytes, and one that stalls after the time limit', async () => {
  const long = endless()
  const limits = { bytes: 200_000 }
  await expect(readCard(CARD, { ...long, limits })).rejects.toMatchObject({ code: 'discover', reason: 'too-large' })
  expect(long.counts()[0]).toBeLessThan(8)
  expect(long.counts()[1]).toBe(true)
  const stalled = async () => new Response(new ReadableStream())
  await expect(readCard(CARD, { fetch: stalled, timeout: 10 })).rejects.toMatchObject({
    code: 'timeout',
    limit: 'timeout',
  })
  const never = () => new Promise<Response>(() => {})
  await expect(discover('a.example', { fetch: never, timeout: 10 })).rejects.toMatchObject({ code: 'timeout' })
})

test('a signal that aborted before, and one that aborts while reading, give their reason', async () => {
  const reason = new Error('enough')
  const { fetch, seen } = publish()
  await expect(readCard(CARD, { fetch, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect(seen).toEqual([])
  const stop = new AbortController()
  const stalled = async () => {
    stop.abort(reason)
    return new Response(new ReadableStream())
  }
  await expect(discover('a.example', { fetch: stalled, signal: stop.signal })).rejects.toBe(reason)
})

test.for([
  'http://example.com/card',
  'http://192.168.0.1/card',
  'https://user:secret@example.com/card',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'nothing',
])('a card at %s is not requested', async (url) => {
  const { fetch, seen } = publish()
  const error = await readCard(url, { fetch }).catch((reason) => reason)
  expect(error).toBeInstanceOf(DiscoverError)
  expect(error).toMatchObject({ reason: 'url-refused', delivery: 'not-executed' })
  expect(error.message).not.toContain('secret')
  expect(seen).toEqual([])
})

test.for([
  ['example.com', 'https://example.com/.well-known/ai-catalog.json'],
  [' example.com:8443 ', 'https://example.com:8443/.well-known/ai-catalog.json'],
  ['https://example.com/', 'https://example.com/.well-known/ai-catalog.json'],
  ['localhost:3000', 'http://localhost:3000/.well-known/ai-catalog.json'],
  ['https://example.com/catalogs/a.json?b', 'https://example.com/catalogs/a.json?b'],
] as const)('%s is the domain of %s', async ([domain, url]) => {
  const requested: string[] = []
  const fetch = async (url: string) => {
    requested.push(url)
    return Response.json({ specVersion: '1.0', entries: [] })
  }
  expect(await discover(domain, { fetch })).toEqual([])
  expect(requested).toEqual([url])
})

test.for(['', ' ', 'two words', 'user:secret@example.com', 'npx -y server'])('%o is no domain', async (domain) => {
  await expect(discover(domain)).rejects.toThrow('discover: expected a domain, such as example.com')
})

test('the message of an error has no query, which may hold a key', async () => {
  const fetch = async () => new Response('', { status: 500 })
  const error = await readCard('https://example.com/card?key=secret', { fetch }).catch((reason) => reason)
  expect(error.message).toBe('https://example.com/card answers with status 500')
})

test('a remote whose headers or variables are not as specified is left out', async () => {
  const remote = { type: 'sse', url: 'https://a.example/{v}' }
  const wrong = [
    { variables: { v: null } },
    { variables: [7] },
    { variables: { v: { default: {} } } },
    { variables: { v: { choices: 'eu' } } },
    { headers: {} },
    { headers: [null] },
    { headers: [{ name: 'a b' }] },
    { headers: [{ name: 'X', value: {} }] },
    { headers: [{ name: 'X', variables: { v: 7 } }] },
    { supportedProtocolVersions: ['2025-06-18', 7] },
  ]
  const good = { variables: { v: { default: 7 } }, headers: [{ name: 'X', value: 8 }] }
  const json = { ...fullCard, remotes: [...wrong, good].map((more) => ({ ...remote, ...more })) }
  const { fetch } = publish({ documents: { '/mcp/server-card': { json } } })
  const reasons: string[] = []
  const found = await readCard(CARD, { fetch, onInvalid: (_: unknown, reason: string) => void reasons.push(reason) })
  expect(found.remotes).toEqual([{ ...remote, ...good }])
  expect(reasons).toHaveLength(wrong.length)
})

test('the server.json of a registry, a card without its name and a list are no cards', async () => {
  const schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'
  for (const json of [{ ...fullCard, $schema: schema }, { ...fullCard, name: 'a/b/c' }, [fullCard], null, 'card']) {
    const { fetch } = publish({ documents: { '/mcp/server-card': { json } } })
    await expect(readCard(CARD, { fetch })).rejects.toMatchObject({ reason: 'invalid-document' })
  }
  const { fetch } = publish({ documents: { '/mcp/server-card': { json: fullCard } } })
  expect(await readCard(CARD, { fetch })).toEqual({ ...fullCard, source: CARD })
  expect(
    await readCard(CARD, {
      fetch: publish({ documents: { '/mcp/server-card': { json: { ...fullCard, source: 'https://evil.example/' } } } })
        .fetch,
    }),
  ).toMatchObject({ source: CARD })
})

test('a 304 that nobody asked for is an error status, and no redirect', async () => {
  const fetch = async () => new Response(null, { status: 304 })
  const error = await readCard(CARD, { fetch }).catch((reason) => reason)
  expect(error).toMatchObject({ reason: 'http', status: 304, retryable: false })
  expect(error.message).toContain('answers with status 304')
})
