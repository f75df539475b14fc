/** Keys, credentials, redirects, loops and hooks of a relay: nothing secret gets out, and nothing goes where it should not. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createRelayKeys, type RelayRequest } from '../../../src/relay/index.ts'
import { MESSAGE, PAGE, refusal, SERVER, startRelay } from './steps.ts'

const query = (key: string) => `key=${encodeURIComponent(key)}&target=${encodeURIComponent(`${SERVER}/mcp`)}`
const KEY = '0123456789abcdef0123456789abcdef'

afterEach(() => vi.useRealTimers())

describe('keys', () => {
  test('one of them must be in the address, until it expires', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
    const { ask, sent, logged } = startRelay({ keys: [{ key: KEY, expires: new Date(1_060_000) }] })
    expect((await ask({ query: query(KEY) })).status).toBe(200)
    vi.setSystemTime(1_060_000)
    const refused = {
      status: 403,
      error: 'key',
      message: 'The key in the address of the relay is unknown or has expired',
    }
    expect(await refusal(await ask({ query: query(KEY) }))).toMatchObject(refused)
    expect([sent.length, JSON.stringify(logged).includes(KEY)]).toEqual([1, false])
  })

  test.for(['', KEY.slice(1), `${KEY}0`, KEY.toUpperCase(), `${KEY} `])('%j is no key', async (key) => {
    const { ask, sent } = startRelay({ keys: [{ key: KEY, expires: Date.now() + 60_000 }] })
    expect(await refusal(await ask({ query: query(key) }))).toMatchObject({ status: 403, error: 'key' })
    expect(await refusal(await ask())).toMatchObject({ status: 403, error: 'key' })
    expect(sent).toEqual([])
  })

  test('that are signed need no list, and expire', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
    const keys = createRelayKeys('a secret of sixteen')
    const { ask } = startRelay({ keys: keys.check })
    const key = await keys.create(60_000)
    expect((await ask({ query: query(key) })).status).toBe(200)
    const [expires, signature] = key.split('.') as [string, string]
    const later = (Number.parseInt(expires, 36) + 60_000).toString(36)
    const forged = [`${later}.${signature}`, `${expires}.`, expires, `.${signature}`, `NaN.${signature}`, `${key}0`]
    for (const wrong of forged) expect(await keys.check(wrong), wrong).toBe(false)
    expect(await createRelayKeys('another secret of 16').check(key)).toBe(false)
    vi.setSystemTime(1_060_001)
    expect(await refusal(await ask({ query: query(key) }))).toMatchObject({ error: 'key' })
    expect(() => createRelayKeys('short')).toThrow('secret: expected 16 characters or more')
  })
})

describe('credentials', () => {
  const ENDPOINT = `${SERVER}/mcp`
  const credentials = { [ENDPOINT]: { authorization: 'Bearer the-secret', 'x-api-key': 'another-secret' } }

  test('are added to MCP requests of their server only, instead of what the page sent', async () => {
    const { ask, sent } = startRelay({ allow: [SERVER, 'https://other.example.com'], credentials })
    await ask({ headers: { authorization: 'Bearer of-the-page' } })
    await ask({ target: 'https://other.example.com/mcp' })
    await ask({ method: 'GET', target: `${SERVER}/.well-known/oauth-protected-resource` })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    await ask({ target: `${SERVER}/token`, headers: form, body: 'grant_type=refresh_token' })
    expect(sent.map(({ init }) => init.headers.authorization)).toEqual([
      'Bearer the-secret',
      ...Array(3).fill(undefined),
    ])
    expect(sent[0]?.init.headers['x-api-key']).toBe('another-secret')
  })

  test('may come from a function, which is asked each time', async () => {
    let asked = 0
    const { ask, sent } = startRelay({
      credentials: { [ENDPOINT]: async () => ({ authorization: `Bearer ${++asked}` }) },
    })
    await ask()
    await ask()
    expect(sent.map(({ init }) => init.headers.authorization)).toEqual(['Bearer 1', 'Bearer 2'])
  })

  test('are for their endpoint: nothing else on its origin gets them, whatever it looks like', async () => {
    const { ask, sent } = startRelay({ credentials })
    const session = { 'mcp-session-id': 'made-up' }
    await ask({ method: 'DELETE', target: `${SERVER}/api/users/1`, headers: session })
    await ask({ target: `${SERVER}/api/users` })
    await ask({ target: `${SERVER}/mcp/` })
    await ask({ method: 'GET', target: `${SERVER}/api/export`, headers: { accept: 'text/event-stream' } })
    expect(sent.map(({ init }) => init.headers.authorization)).toEqual(Array(4).fill(undefined))
    // HTTP+SSE has the session in the query.
    await ask({ target: `${ENDPOINT}?sessionId=1` })
    await ask({ method: 'DELETE', headers: session })
    expect(sent.slice(4).map(({ init }) => init.headers.authorization)).toEqual(Array(2).fill('Bearer the-secret'))
  })

  test('of an endpoint with a query are for that query only', async () => {
    const { ask, sent } = startRelay({
      credentials: { [`${ENDPOINT}?server=good`]: { 'x-api-key': 'another-secret' } },
    })
    for (const query of ['?server=good', '?server=evil', '', '?server=good&server=evil']) {
      await ask({ target: ENDPOINT + query })
    }
    expect(sent.map(({ init }) => init.headers['x-api-key'])).toEqual([
      'another-secret',
      undefined,
      undefined,
      undefined,
    ])
  })

  test('are found in headers however a URL, a form or JSON writes them, and so are the parts of them', async () => {
    const secret = 'the/secret+~"1"'
    const given = { [ENDPOINT]: { authorization: `Basic ${btoa(`me:${secret}`)}`, 'x-any': secret } }
    for (const repeated of [secret, encodeURIComponent(secret), `${new URLSearchParams({ s: secret })}`]) {
      for (const name of ['location', 'mcp-note', 'www-authenticate']) {
        const { ask } = startRelay(
          { credentials: given },
          async () => new Response(null, { status: 307, headers: { location: '/x', [name]: `/${repeated}` } }),
        )
        const response = await ask()
        expect(response.headers.get(name), repeated).toBeNull()
        expect(await response.text()).not.toContain(repeated)
      }
    }
  })

  test.for([
    ['abc1234', { location: '/x?k=abc1234' }, 'location'],
    [
      'abc1234',
      { location: '/x', 'www-authenticate': 'Bearer error_description="key abc1234 is unknown"' },
      'www-authenticate',
    ],
    ['p/w', { location: '/x', 'mcp-note': 'p%2Fw' }, 'mcp-note'],
    ['abc1234', { location: '/x?next=%2Fy%3Fk%3Dabc1234' }, 'location'],
    ['7', { location: '/tenants/7' }, 'location'],
  ] as const)('that are short are found too: %s', async ([value, headers, hidden]) => {
    const { ask } = startRelay(
      { credentials: { [ENDPOINT]: { 'x-key': value } } },
      async () => new Response(null, { status: 307, headers }),
    )
    const response = await ask()
    expect(response.headers.get(hidden)).toBeNull()
    expect(await response.text()).not.toContain(value)
  })

  test('that are short do not hide headers that have the same letters inside of words', async () => {
    const headers = { 'content-type': 'application/json', 'mcp-session-id': 'fa1ce-on1' }
    const { ask } = startRelay(
      { credentials: { [ENDPOINT]: { 'x-feature': 'on', 'x-tenant': '1', authorization: 'Bearer ca' } } },
      async () => new Response('{}', { headers }),
    )
    const response = await ask()
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('mcp-session-id')).toBe('fa1ce-on1')
  })

  test('must not be empty', async () => {
    const empty = { authorization: '' }
    const message = 'credentials: authorization is empty'
    expect(() => startRelay({ credentials: { [ENDPOINT]: empty } })).toThrow(message)
    const { ask, sent, logged } = startRelay({ credentials: { [ENDPOINT]: () => empty } })
    expect((await ask()).status).toBe(500)
    expect(`${logged[0]?.error}`).toContain(message)
    expect(sent).toEqual([])
  })

  test('may be given in any form of headers', async () => {
    const like = {
      forEach: (call: (value: string, name: string) => void) => call('Bearer the-secret', 'authorization'),
    }
    for (const headers of [like, new Map([['authorization', 'Bearer the-secret']])]) {
      const { ask, sent } = startRelay({ credentials: { [ENDPOINT]: headers } })
      await ask()
      expect(sent[0]?.init.headers.authorization).toBe('Bearer the-secret')
    }
  })

  test('are never shown: not in headers that repeat them, not in errors, not in the log', async () => {
    const repeats = { 'www-authenticate': 'Bearer error="the-secret is wrong"', 'mcp-note': 'Bearer the-secret' }
    const { ask, logged } = startRelay(
      { credentials },
      async () => new Response(null, { status: 401, headers: repeats }),
    )
    const response = await ask()
    expect(JSON.stringify([...response.headers])).not.toContain('the-secret')
    expect(JSON.stringify(logged)).not.toContain('secret')
    const wrong = startRelay({ credentials: { [ENDPOINT]: () => ({ authorization: 'Bearer the-secret\né€' }) } })
    const failed = await wrong.ask()
    expect(await failed.text()).toBe('{"error":"internal","message":"The relay failed","delivery":"unknown"}')
    expect(`${wrong.logged[0]?.error}`).toMatch(/^TypeError: credentials: authorization has characters/)
    expect(wrong.sent).toEqual([])
  })
})

describe('redirects', () => {
  test.for(['http://169.254.169.254/', 'https://evil.example/', '/elsewhere', 'https://tools.example.com/mcp/'])(
    'to %s are not followed, but told as an error with status and address',
    async (location) => {
      const { ask, sent } = startRelay({}, async () => new Response(null, { status: 307, headers: { location } }))
      const response = await ask()
      expect(response.status).toBe(502)
      expect(response.headers.get('mcp-relay')).toBe('307')
      expect(response.headers.get('location')).toBe(location)
      expect(response.headers.get('access-control-expose-headers')).toContain('location')
      expect(await response.json()).toEqual({
        error: 'redirect',
        message: `The server redirects to ${location}; relays follow no redirects`,
        delivery: 'unknown',
      })
      expect(sent).toHaveLength(1)
    },
  )

  test('whose address is hidden are an error', async () => {
    const opaque = { status: 0, type: 'opaqueredirect', headers: new Headers(), body: null }
    const { ask } = startRelay({}, async () => opaque as Response)
    expect(await refusal(await ask())).toMatchObject({ status: 502, error: 'redirect' })
  })
})

describe('loops', () => {
  test('a request of another relay is refused', async () => {
    const { ask, sent } = startRelay()
    expect(await refusal(await ask({ headers: { 'mcp-relay': 'request' } }))).toMatchObject({
      status: 508,
      error: 'loop',
      message: 'The request came from another relay',
    })
    expect(sent).toEqual([])
  })

  test('a server that answers as another relay is refused, and its answer does not pass', async () => {
    for (const mark of ['error', '200', '307']) {
      const headers = { 'mcp-relay': mark, location: 'https://evil.example/' }
      const { ask } = startRelay({}, async () => new Response('from a relay', { headers }))
      const expected = { status: 508, error: 'loop', message: 'https://tools.example.com is a relay itself' }
      expect(await refusal(await ask())).toMatchObject(expected)
    }
  })

  test('two relays that point at each other stop at once', async () => {
    const second = startRelay({ allow: [SERVER] })
    const first = startRelay({ allow: [SERVER] }, (_url, { method, headers, body }) =>
      second.ask({ method, headers, ...(body !== undefined && { body }) }),
    )
    expect(await refusal(await first.ask())).toMatchObject({ status: 508, error: 'loop' })
    expect([first.sent.length, second.sent.length]).toEqual([1, 0])
  })
})

describe('hooks', () => {
  test('rateLimit gets the request without its query, and refuses it with Retry-After', async () => {
    const seen: RelayRequest[] = []
    const { ask, sent } = startRelay({ rateLimit: async (request) => 1_500 * seen.push(request) })
    const response = await ask({ target: `${SERVER}/mcp?key=secret` })
    expect(response.headers.get('retry-after')).toBe('2')
    expect(await refusal(response)).toMatchObject({ status: 429, error: 'rate-limit', delivery: 'not-executed' })
    expect(seen).toMatchObject([{ page: PAGE, method: 'POST', target: `${SERVER}/mcp` }])
    expect(sent).toEqual([])
    const relaxed = startRelay({ rateLimit: () => undefined })
    expect((await relaxed.ask()).status).toBe(200)
  })

  test('log gets each request once, without headers, queries, bodies and keys', async () => {
    const { ask, logged } = startRelay()
    const headers = { authorization: 'Bearer secret', 'mcp-session-id': 'secret' }
    await (await ask({ target: `${SERVER}/mcp?k=secret`, headers, body: MESSAGE.replace('ping', 'secret') })).text()
    await ask({ target: 'https://evil.example/secret?k=secret' })
    await ask({ page: 'https://evil.example' })
    expect(logged.map(({ milliseconds, ...entry }) => entry)).toEqual([
      { page: PAGE, method: 'POST', target: `${SERVER}/mcp`, status: 200, refused: undefined, bytes: 2, ended: 'read' },
      { page: PAGE, method: 'POST', target: undefined, status: 403, refused: 'not-allowed', bytes: 0, ended: 'read' },
      {
        page: 'https://evil.example',
        method: 'POST',
        target: undefined,
        status: 403,
        refused: 'origin',
        bytes: 0,
        ended: 'read',
      },
    ])
    expect(logged.every(({ milliseconds }) => milliseconds >= 0)).toBe(true)
  })

  test.for<[string, object]>([
    ['allow', { allow: () => Promise.reject(new Error('the database at 10.0.0.1 is down')) }],
    [
      'origins',
      {
        origins: () => {
          throw new Error('the database at 10.0.0.1 is down')
        },
      },
    ],
    ['keys', { keys: () => Promise.reject(new Error('the database at 10.0.0.1 is down')) }],
    ['rateLimit', { rateLimit: () => Promise.reject(new Error('the database at 10.0.0.1 is down')) }],
    [
      'credentials',
      { credentials: { [`${SERVER}/mcp`]: () => Promise.reject(new Error('the database at 10.0.0.1 is down')) } },
    ],
  ])('%s that throws refuses the request; pages do not see why, the log does', async ([, options]) => {
    const { ask, sent, logged } = startRelay(options)
    const response = await ask()
    expect(response.status).toBe(500)
    expect(await response.text()).toBe('{"error":"internal","message":"The relay failed","delivery":"unknown"}')
    expect(sent).toEqual([])
    expect(`${logged[0]?.error}`).toContain('the database')
  })

  test('log that throws changes nothing', async () => {
    const { ask } = startRelay({
      log: () => {
        throw new Error('full')
      },
    })
    expect((await ask()).status).toBe(200)
  })
})
