/** No secret is on a tape, wherever it was on the wire, and wherever else it was repeated. */
import { describe, expect, test } from 'vitest'
import { record, type Tape } from '../../../src/testing/index.ts'

const URL_OF_SERVER = 'https://tools.example.com/mcp'

/** A value with characters that JSON, URLs and forms write in other ways. */
const canary = (name: string): string => `canary-${name}-7f"&/+é`
/** For places that allow only some characters. */
const plain = (name: string): string => `canary-${name}-7f3a9c`

type Exchange = [string | URL, RequestInit, Response]

/** Records these exchanges, one after the other. */
async function recordAll(exchanges: readonly Exchange[], secrets?: readonly string[]): Promise<Tape> {
  const responses = exchanges.map(([, , response]) => response)
  const recording = record(async () => responses.shift()!, { ...(secrets && { secrets }) })
  for (const [url, init] of exchanges) await (await recording.fetch(url, init)).text()
  return recording.tape()
}

const json = (value: unknown): string => JSON.stringify(value)
const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})
const rpc = (params: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: json({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
})
const get = (headers: Record<string, string> = {}): RequestInit => ({ headers })
const ok = (body = 'ok', headers: [string, string][] = []): Response => new Response(body, { headers })

/** One exchange for each place, with the secret that is in it. */
const places: Record<string, [secret: string, Exchange]> = {
  'a bearer token': [plain('bearer'), [URL_OF_SERVER, get({ authorization: `Bearer ${plain('bearer')}` }), ok()]],
  'credentials without a scheme': [plain('raw'), [URL_OF_SERVER, get({ authorization: plain('raw') }), ok()]],
  'a password': [
    plain('basic'),
    [URL_OF_SERVER, get({ authorization: `Basic ${btoa(`user:${plain('basic')}`)}` }), ok()],
  ],
  'a proof of possession': [plain('dpop'), [URL_OF_SERVER, get({ dpop: plain('dpop') }), ok()]],
  'a cookie': [plain('cookie'), [URL_OF_SERVER, get({ cookie: `theme=dark; sid=${plain('cookie')}` }), ok()]],
  'a key in a header of any name': [plain('header'), [URL_OF_SERVER, get({ 'x-anything': plain('header') }), ok()]],
  'a session of the request': [plain('session'), [URL_OF_SERVER, get({ 'mcp-session-id': plain('session') }), ok()]],
  'a session of the response': [plain('issued'), [URL_OF_SERVER, get(), ok('', [['mcp-session-id', plain('issued')]])]],
  'a nonce': [plain('nonce'), [URL_OF_SERVER, get(), ok('', [['dpop-nonce', plain('nonce')]])]],
  'a cookie of the response': [
    plain('set'),
    [
      URL_OF_SERVER,
      get(),
      ok('', [
        ['set-cookie', 'theme=dark'],
        ['set-cookie', `sid=${plain('set')}; Path=/`],
      ]),
    ],
  ],
  'a key in the query': [canary('key'), [withQuery('key', canary('key')), get(), ok()]],
  'a parameter of any name': [canary('any'), [withQuery('whatever', canary('any')), get(), ok()]],
  'a token in the query': [canary('query'), [withQuery('access_token', canary('query')), get(), ok()]],
  'a key in the path': [plain('path'), [`https://tools.example.com/s/${plain('path')}/mcp`, get(), ok()]],
  'the code of a callback': [
    canary('code'),
    [URL_OF_SERVER, get(), ok('', [['location', withQuery('code', canary('code')).href]])],
  ],
  'a PKCE verifier': [canary('verifier'), [URL_OF_SERVER, form({ code_verifier: canary('verifier') }), ok()]],
  'the code of a form': [canary('exchanged'), [URL_OF_SERVER, form({ code: canary('exchanged') }), ok()]],
  'a client secret': [canary('client'), [URL_OF_SERVER, form({ client_secret: canary('client') }), ok()]],
  'an assertion': [canary('assertion'), [URL_OF_SERVER, form({ client_assertion: canary('assertion') }), ok()]],
  'a refresh token': [canary('refresh'), [URL_OF_SERVER, form({ refresh_token: canary('refresh') }), ok()]],
  'an issued access token': [canary('access'), [URL_OF_SERVER, get(), ok(json({ access_token: canary('access') }))]],
  'an issued refresh token': [canary('rt'), [URL_OF_SERVER, get(), ok(json({ refresh_token: canary('rt') }))]],
  'an id token': [canary('id'), [URL_OF_SERVER, get(), ok(json({ id_token: canary('id') }))]],
  'a registered secret': [canary('reg'), [URL_OF_SERVER, get(), ok(json({ client_secret: canary('reg') }))]],
  'an argument of a tool': [
    canary('argument'),
    [URL_OF_SERVER, rpc({ name: 'login', arguments: { users: [{ password: canary('argument') }] } }), ok()],
  ],
  'a member of a result': [
    canary('result'),
    [
      URL_OF_SERVER,
      rpc({}),
      ok(json({ jsonrpc: '2.0', id: 1, result: { structuredContent: { apiKey: canary('result') } } })),
    ],
  ],
  'the session of an endpoint event': [
    plain('endpoint'),
    [URL_OF_SERVER, get(), stream(`event: endpoint\ndata: /messages?sessionId=${plain('endpoint')}\n\n`)],
  ],
  'data of an event': [
    canary('event'),
    [
      URL_OF_SERVER,
      get(),
      stream(`data: ${json({ jsonrpc: '2.0', method: 'x', params: { token: canary('event') } })}\n\n`),
    ],
  ],
  'a token in any text': [
    `eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.${plain('jwt').replaceAll('"', '')}`,
    [URL_OF_SERVER, get(), ok(`the token is eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.${plain('jwt')}, keep it`)],
  ],
  'a bearer token in any text': [
    plain('said'),
    [URL_OF_SERVER, get(), ok(`send Authorization: Bearer ${plain('said')}`)],
  ],
  'a link in the text of a tool': [
    canary('link'),
    [URL_OF_SERVER, rpc({}), ok(json({ content: [{ text: `see ${withQuery('token', canary('link'))} now` }] }))],
  ],
}

function withQuery(name: string, value: string): URL {
  const url = new URL('https://tools.example.com/mcp')
  url.searchParams.set(name, value)
  return url
}

function stream(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
}

/** Repeats a secret in every kind of text, as servers and tools do. */
const repeating = (secret: string): Exchange[] => [
  [URL_OF_SERVER, rpc({ name: 'echo', arguments: { text: `<${secret}>`, [secret]: 1 } }), ok(`You sent ${secret}.`)],
  [URL_OF_SERVER, rpc({}), ok(json({ jsonrpc: '2.0', id: 1, error: { code: -1, message: `no ${secret}` } }))],
  [URL_OF_SERVER, rpc({}), ok(`<a href="/?x=1&y=${encodeURIComponent(secret)}">${json(secret)}</a>`)],
  [
    URL_OF_SERVER,
    get(),
    stream(`: ${secret}\nid: ${secret}\ndata: ${json({ said: secret })}\n\ndata: ${secret} \n\nda${secret}`),
  ],
]

/** The secret as it is, and as JSON and URLs write it. */
function findIn(tape: Tape, secret: string): string[] {
  const text = json(tape)
  const variants = [secret, json(secret).slice(1, -1), encodeURIComponent(secret), json(json(secret)).slice(3, -3)]
  return variants.filter((variant) => text.includes(variant))
}

describe('a tape has no secret', () => {
  test.for(Object.entries(places))('%s', async ([, [secret, exchange]]) => {
    // Repeated before and after the place that betrays it.
    const tape = await recordAll([...repeating(secret), exchange, ...repeating(secret).slice(0, 1)])
    expect(findIn(tape, secret)).toEqual([])
    const [, name] = /You sent (__[a-z0-9-]+_\d+__)\./.exec(json(tape.entries[0])) ?? []
    expect(name).toBeDefined()
    expect(json(tape.entries[repeating(secret).length])).toContain(secret === plain('basic') ? 'Basic __' : name)
  })

  test('that was named', async () => {
    const secret = canary('named')
    expect(findIn(await recordAll(repeating(secret)), secret)).not.toEqual([])
    expect(findIn(await recordAll(repeating(secret), [secret]), secret)).toEqual([])
  })

  test('that the error of a failed request repeats', async () => {
    const secret = plain('failed')
    const recording = record(async () => {
      throw new TypeError(`cannot reach https://tools.example.com/mcp?key=${secret}`)
    })
    await recording.fetch(withQuery('key', secret)).catch(() => {})
    const tape = await recording.tape()
    expect(tape.entries[0]!.failed!.message).toBe('cannot reach https://tools.example.com/mcp?key=__key_1__')
    expect(findIn(tape, secret)).toEqual([])
  })
})

describe('a tape keeps what is no secret', () => {
  test('words, short values, dates and the parameters of OAuth', async () => {
    const url = `${URL_OF_SERVER}?page=2&response_type=code&scope=read%20write&client_id=app&redirect_uri=https%3A%2F%2Fapp.example`
    const headers = { 'mcp-protocol-version': '2025-11-25', accept: 'text/event-stream', 'mcp-name': 'render' }
    const challenge =
      'Bearer resource_metadata="https://tools.example.com/.well-known/oauth-protected-resource", scope="read"'
    const response = new Response('Bearer authentication is needed', { headers: { 'www-authenticate': challenge } })
    const { entries } = await recordAll([[url, { headers }, response]])
    expect(entries[0]!.request).toEqual({ method: 'GET', url, headers })
    expect(entries[0]!.response!.headers['www-authenticate']).toBe(challenge)
    expect(entries[0]!.response!.text).toBe('Bearer authentication is needed')
  })

  test('arguments that only sound like a parameter of OAuth', async () => {
    const params = { name: 'weather', arguments: { state: 'California', code: 'US-CA-2026', progressToken: 'x' } }
    const { entries } = await recordAll([[URL_OF_SERVER, rpc(params), ok()]])
    expect(entries[0]!.request.json).toMatchObject({ params })
  })

  test('a value that is a word of a placeholder', async () => {
    const { entries } = await recordAll([
      [URL_OF_SERVER, form({ password: 'password' }), ok('the password')],
      [URL_OF_SERVER, form({ password: 'password' }), ok()],
    ])
    expect(entries.map(({ request }) => request.form)).toEqual([
      { password: '__password_1__' },
      { password: '__password_1__' },
    ])
  })
})
