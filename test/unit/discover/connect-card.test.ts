/** Connecting by a card: which URL, which headers, and what is refused before anything is sent. */
import { expect, test } from 'vitest'
import { connect, type WireEvent } from '../../../src/core/index.ts'
import {
  type CardHeader,
  type CardInput,
  type ConnectCardOptions,
  checkCard,
  connectCard,
  type ServerCard,
} from '../../../src/discover/index.ts'
import { createMockServer } from '../../../src/testing/index.ts'

const card = (url: string, remote: object = {}): ServerCard => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  name: 'com.example/mock',
  version: '1.0.0',
  description: 'A mock',
  remotes: [{ type: 'streamable-http', url, ...remote }],
})

/** The first request that connecting sends, which gets no answer. */
async function firstRequest(given: ServerCard, options: ConnectCardOptions = {}) {
  const requests: { url: string; headers: Record<string, string> }[] = []
  const fetch = async (url: string, { headers }: { headers: Record<string, string> }) => {
    requests.push({ url, headers })
    return new Response('', { status: 500 })
  }
  const error = await connectCard(given, { fetch, ...options }).catch((reason) => reason)
  return { ...requests[0], error }
}

test.for<[string, Record<string, string | number | boolean>, Record<string, CardInput>, string]>([
  ['https://{tenant}.example.com/mcp', { tenant: 'acme' }, {}, 'https://acme.example.com/mcp'],
  ['https://{tenant}.example.com/mcp', {}, { tenant: { default: 'usual' } }, 'https://usual.example.com/mcp'],
  [
    'https://{tenant}.example.com/mcp',
    { tenant: 'mine' },
    { tenant: { value: 'fixed' } },
    'https://fixed.example.com/mcp',
  ],
  ['https://api-{region}.example.com/mcp', { region: 'eu' }, {}, 'https://api-eu.example.com/mcp'],
  ['https://a.example:{port}/mcp', { port: 8443 }, {}, 'https://a.example:8443/mcp'],
  ['https://{host}:{port}/mcp', { host: 'a.example', port: 8443 }, {}, 'https://a.example:8443/mcp'],
  ['{origin}?v=1', { origin: 'https://a.example' }, {}, 'https://a.example/?v=1'],
  ['https://a.example/{w}/mcp', { w: 'a/../b?c#d' }, {}, 'https://a.example/a%2F..%2Fb%3Fc%23d/mcp'],
  ['https://{host}/mcp', { host: 'a.example:8443' }, {}, 'https://a.example:8443/mcp'],
  ['{base}/mcp', { base: 'https://a.example/x' }, {}, 'https://a.example/x/mcp'],
  ['https://a.example/mcp?v={v}&f={f}', { v: 7, f: false }, {}, 'https://a.example/mcp?v=7&f=false'],
  ['https://a.example/{r}', { r: 'eu' }, { r: { choices: ['eu', 'us'] } }, 'https://a.example/eu'],
])('%s with %o and %o is %s', async ([url, given, variables, expected]) => {
  const { url: requested } = await firstRequest(card(url, { variables }), { variables: given })
  expect(requested).toBe(expected)
})

test.for<[string, ConnectCardOptions['variables'], string, string]>([
  ['https://{tenant}.example.com/mcp', { tenant: 'evil.example/' }, 'url-refused', 'its host would be another one'],
  ['https://{tenant}.example.com/mcp', { tenant: 'evil.example#' }, 'url-refused', 'its host would be another one'],
  ['https://{tenant}.example.com/mcp', { tenant: 'x@evil.example' }, 'url-refused', 'its host would be another one'],
  ['https://example.com{suffix}/mcp', { suffix: '.evil.com' }, 'url-refused', 'its host would be another one'],
  ['https://example.com{suffix}/{path}.x', { suffix: '.evil.com', path: 'a' }, 'url-refused', 'of the path'],
  ['https://example.{tld}/mcp', { tld: 'evil.com' }, 'url-refused', 'its host would be another one'],
  ['https://a.example:{port}{more}/mcp', { port: 1, more: 2 }, 'url-refused', 'two values are one port'],
  ['https://a.example:{port}/mcp', { port: '1@evil.com' }, 'url-refused', 'it is no port'],
  ['https:/{host}.com/mcp', { host: 'evil' }, 'url-refused', 'it has no host'],
  ['https://a.example\\{x}', { x: '1' }, 'url-refused', 'a backslash'],
  ['{base}.example.com', { base: 'https://evil.com/#' }, 'url-refused', 'the origin is not all of it'],
  ['{base}{more}', { base: 'https://a.example', more: '.evil.com' }, 'url-refused', 'it continues the origin'],
  ['{scheme}://example.com', { scheme: 'https://evil.com/#' }, 'url-refused', 'only the scheme'],
  ['https://{tenant}.example.com/mcp', {}, 'value-missing', 'nothing was given'],
  ['https://{tenant}.example.com/mcp', { tenant: '' }, 'value-missing', 'nothing is not a value'],
  ['https://a.example/{w}/mcp', { w: '..' }, 'value-missing', 'it would leave its place'],
  ['https://a.example/{toString}', {}, 'value-missing', 'an inherited member is not a value'],
  ['http://example.com/mcp', {}, 'url-refused', 'plain http'],
  ['{base}/mcp', { base: 'http://10.0.0.1' }, 'url-refused', 'plain http'],
  ['{base}/mcp', { base: 'javascript:alert(1)' }, 'url-refused', 'no http at all'],
  ['https://user:password@example.com/mcp', {}, 'url-refused', 'credentials'],
])('%s with %o is refused as %s: %s', async ([url, variables, reason]) => {
  const { url: requested, error } = await firstRequest(card(url), { variables })
  expect(error).toMatchObject({ code: 'discover', reason, delivery: 'not-executed' })
  expect(requested).toBeUndefined()
  expect(error.message).not.toContain('password')
})

test('plain http reaches this machine', async () => {
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'app.localhost']) {
    expect((await firstRequest(card(`http://${host}/mcp`))).url).toBe(`http://${host}/mcp`)
  }
})

test('a value beside the choices of a card is refused without being repeated', async () => {
  const given = card('https://a.example/{r}', { variables: { r: { choices: ['eu'] } } })
  const { error } = await firstRequest(given, { variables: { r: 'my-secret' } })
  expect(error).toMatchObject({
    reason: 'value-invalid',
    message: 'connectCard: r is not one of the choices of the card',
  })
})

const token: CardHeader = {
  name: 'Authorization',
  isRequired: true,
  isSecret: true,
  value: 'Bearer {token}',
  variables: { token: { isSecret: true } },
}

test.for<[string, CardHeader[], ConnectCardOptions, Record<string, string | undefined>]>([
  ['a template is filled', [token], { variables: { token: 'abc' } }, { authorization: 'Bearer abc' }],
  ['a header of the application wins', [token], { headers: { Authorization: 'x' } }, { authorization: 'x' }],
  [
    'so does that of a function',
    [token],
    { headers: async () => ({ authorization: 'x' }), variables: { token: 'abc' } },
    { authorization: 'x' },
  ],
  [
    'a header without a template takes its own name',
    [{ name: 'X-Key' }],
    { variables: { 'X-Key': 'k' } },
    { 'x-key': 'k' },
  ],
  ['a default is sent', [{ name: 'X-Region', default: 'eu' }], {}, { 'x-region': 'eu' }],
  [
    'a preset value cannot be changed',
    [{ name: 'X-A', value: 'fixed' }],
    { variables: { 'X-A': 'mine' } },
    { 'x-a': 'fixed' },
  ],
  ['an optional one without value is not sent', [{ ...token, isRequired: false }], {}, { authorization: undefined }],
  ['a fetch may provide what is missing', [token], {}, { authorization: undefined }],
  ['the session belongs to the client', [{ name: 'Mcp-Session-Id', value: 'x' }], {}, { 'mcp-session-id': undefined }],
])('%s', async ([, headers, options, expected]) => {
  const { headers: sent, error } = await firstRequest(card('https://a.example/mcp', { headers }), options)
  expect(sent, error?.message).toBeDefined()
  for (const [name, value] of Object.entries(expected)) expect(sent![name], name).toBe(value)
})

test('all missing values are named at once', async () => {
  const given = card('https://{tenant}.example.com/mcp', { headers: [token, { name: 'X-Key', isRequired: true }] })
  const error = await connectCard(given).catch((reason) => reason)
  expect(error).toMatchObject({ reason: 'value-missing', missing: ['tenant', 'token', 'X-Key'] })
  expect(error.message).toBe('connectCard: the card needs tenant, token, X-Key. Pass the values as "variables"')
})

test('what the application sends itself is not missing, and a header named like a member of objects is one', async () => {
  const headers = [token, { name: 'constructor', default: 'x' }]
  const given = card('https://a.example/mcp', { headers })
  const signal = AbortSignal.abort('only as far as this')
  await expect(connectCard(given, { headers: { authorization: 'x' }, signal })).rejects.toBe('only as far as this')
  await expect(connectCard(given, { headers: () => ({}), signal })).rejects.toBe('only as far as this')
  expect((await firstRequest(given)).headers?.constructor).toBe('x')
})

test('a card of another origin is refused until allowUrl agrees, and one that an application wrote is not', async () => {
  const remote = 'https://other.example/mcp'
  const found = { ...card(remote), source: 'https://docs.example/card' }
  expect((await firstRequest(found)).error).toMatchObject({ reason: 'url-refused' })
  expect((await firstRequest(found, { allowUrl: ({ host }) => host === 'elsewhere.example' })).url).toBeUndefined()
  expect((await firstRequest(found, { allowUrl: ({ host }) => host === 'other.example' })).url).toBe(remote)
  const own = { ...found, source: 'https://other.example/mcp/server-card' }
  expect((await firstRequest(own)).url).toBe(remote)
  expect((await firstRequest(card(remote))).url).toBe(remote)
  const local = { ...card('http://localhost:3000/mcp'), source: 'https://docs.example/card' }
  expect((await firstRequest(local)).error).toMatchObject({ reason: 'url-refused' })
})

test('the remote that was chosen is used, else the first of Streamable HTTP', async () => {
  const given = card('https://a.example/mcp')
  given.remotes = [{ type: 'sse', url: 'https://a.example/sse' }, ...given.remotes!]
  expect((await firstRequest(given)).url).toBe('https://a.example/mcp')
  expect((await firstRequest(given, { remote: given.remotes[0] })).url).toBe('https://a.example/sse')
})

test('what an earlier connection learned wins over the card, and is kept', async () => {
  const server = createMockServer({ versions: ['2026-07-28'] })
  const stored: unknown[] = []
  const eraCache = { get: () => undefined, set: (...entry: unknown[]) => stored.push(entry) }
  const given = card(server.url, { supportedProtocolVersions: ['2025-06-18'] })
  const client = await connectCard(given, { fetch: server.fetch, eraCache })
  await client.close()
  expect(stored).toHaveLength(1)
  const [, known] = stored[0] as [string, { era: string }]
  expect(known.era).toBe('modern')
  const before = server.journal.requests.length
  const again = await connectCard(given, { fetch: server.fetch, eraCache: { get: () => known as never, set() {} } })
  await again.close()
  expect(server.journal.requests.slice(before).map(({ rpcMethod }) => rpcMethod)).not.toContain('initialize')
})

test('without a cache of its own, what an earlier connection learned wins over the card', async () => {
  const server = createMockServer({ versions: ['2026-07-28'] })
  const given = card(server.url, { supportedProtocolVersions: ['2025-06-18'] })
  const { fetch } = server
  const methods = async (connecting: Promise<{ close(): Promise<void> }>) => {
    const before = server.journal.requests.length
    await (await connecting).close()
    return server.journal.requests.slice(before).map(({ rpcMethod }) => rpcMethod)
  }
  expect(await methods(connectCard(given, { fetch })), 'the card is believed').toContain('initialize')
  expect(await methods(connectCard(given, { fetch }))).not.toContain('initialize')
  const other = createMockServer({ versions: ['2026-07-28'] })
  await (await connect(other.url, { fetch: other.fetch })).close()
  const before = other.journal.requests.length
  const claimed = card(other.url, { supportedProtocolVersions: ['2025-06-18'] })
  await (await connectCard(claimed, { fetch: other.fetch })).close()
  expect(other.journal.requests.slice(before).map(({ rpcMethod }) => rpcMethod)).not.toContain('initialize')
})

test('restricting the versions is no contradiction, and every claim is compared', async () => {
  const server = createMockServer()
  const events: WireEvent[] = []
  const given = card(server.url, { supportedProtocolVersions: ['2026-07-28', '2025-06-18'] })
  const options = {
    fetch: server.fetch,
    versions: ['2025-06-18'],
    onEvent: (event: WireEvent) => void events.push(event),
  } as const
  const client = await connectCard(given, options)
  expect(events.filter(({ type }) => type === 'contradiction')).toEqual([])
  const info = {
    name: 'mock',
    version: '2',
    title: 'T',
    description: 'D',
    websiteUrl: 'https://b.example',
    icons: [{ src: 'i' }],
  }
  const live = { server: { ...client.server, info }, connection: client.connection }
  const claims = { title: 't', websiteUrl: 'https://a.example', icons: [{ src: 'j' }] }
  expect(checkCard({ ...given, ...claims }, live)).toEqual([
    { claim: 'version', card: '1.0.0', server: '2' },
    { claim: 'title', card: 't', server: 'T' },
    { claim: 'description', card: 'A mock', server: 'D' },
    { claim: 'websiteUrl', card: 'https://a.example', server: 'https://b.example' },
    { claim: 'icons', card: ['j'], server: ['i'] },
    // It could have spoken 2026-07-28 with a client that offers it.
    { claim: 'supportedProtocolVersions', card: ['2026-07-28', '2025-06-18'], server: '2025-06-18' },
  ])
  await client.close()
})

test.for([7, 'x', [null], [7], {}])('icons of a server that are %o do no harm', async (icons) => {
  const server = createMockServer()
  const client = await connectCard(card(server.url), { fetch: server.fetch })
  const info = { name: 'mock', version: '1.0.0', icons: icons as never }
  const live = { server: { ...client.server, info }, connection: client.connection }
  const claimed = { ...card(server.url), icons: [{ src: 'https://a.example/i.png' }] }
  expect(checkCard(claimed, live).map(({ claim }) => claim)).toEqual(Array.isArray(icons) ? ['icons'] : [])
  await client.close()
})

test('a secret that the server repeats is not in the event', async () => {
  const secret = 'a-very-secret-token'
  const server = createMockServer({ name: `for ${secret}` })
  const events: WireEvent[] = []
  const onEvent = (event: WireEvent) => {
    events.push(event)
    if (event.type === 'contradiction') throw new Error('a listener that throws')
  }
  const client = await connectCard(card(server.url, { headers: [token] }), {
    fetch: server.fetch,
    variables: { token: secret },
    onEvent,
  })
  expect(events.find(({ type }) => type === 'contradiction')).toMatchObject({ claim: 'name', server: 'for [redacted]' })
  expect(client.server.info?.name, 'results are never altered').toBe(`for ${secret}`)
  await client.close()
})
