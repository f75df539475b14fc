/** Every place on the wire where a secret may be, each with a canary in it. */

export const URL_OF_SERVER = 'https://tools.example.com/mcp'

/** A value with characters that JSON, URLs and forms write in other ways. */
export const canary = (name: string): string => `canary-${name}-7f"&/+é`
/** For places that allow only some characters. */
export const plain = (name: string): string => `canary-${name}-7f3a9c`

export type Exchange = [string | URL, RequestInit, Response]

export const json = (value: unknown): string => JSON.stringify(value)
export const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})
export const rpc = (params: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: json({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
})
export const get = (headers: Record<string, string> = {}): RequestInit => ({ headers })
export const ok = (body = 'ok', headers: [string, string][] = []): Response => new Response(body, { headers })

const JWT = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'

/** One exchange for each place, with the secret that is in it. */
export const places: Record<string, [secret: string, Exchange]> = {
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
  'a member of JSON inside a text': [
    canary('nested'),
    [URL_OF_SERVER, rpc({}), ok(json({ content: [{ text: json({ account: { password: canary('nested') } }) }] }))],
  ],
  'JSON in JSON inside a text': [
    canary('deeper'),
    [URL_OF_SERVER, rpc({}), ok(json({ text: json({ body: json({ apiKey: canary('deeper') }) }) }))],
  ],
  'a text that is JSON after some words': [
    canary('said'),
    [URL_OF_SERVER, rpc({}), ok(json({ text: `Here it is: ${json({ token: canary('said') })}` }))],
  ],
  'the user info of a URL': [
    plain('userinfo'),
    [URL_OF_SERVER, rpc({}), ok(json({ text: `postgres://me:${plain('userinfo')}@db.example.com/x` }))],
  ],
  'a fragment of a URL': [
    plain('fragment'),
    [URL_OF_SERVER, rpc({}), ok(json({ text: `https://app.example/#access_token=${plain('fragment')}&x=1` }))],
  ],
  'a key in the path of a URL in a text': [
    plain('hook'),
    [
      URL_OF_SERVER,
      rpc({}),
      ok(json({ text: `post it to https://hooks.example.com/services/${plain('hook')} please` })),
    ],
  ],
  'a cookie in quotes': [plain('quoted'), [URL_OF_SERVER, get({ cookie: `sid="${plain('quoted')}"` }), ok()]],
  'a cookie of the response in quotes': [
    plain('setquoted'),
    [URL_OF_SERVER, get(), ok('', [['set-cookie', `sid="${plain('setquoted')}"; Path=/`]])],
  ],
  'a JWT as the id of an event': [JWT, [URL_OF_SERVER, get(), stream(`id: ${JWT}\ndata: x\n\n`)]],
  'a JWT as the name of a member': [JWT, [URL_OF_SERVER, rpc({}), ok(json({ sessions: { [JWT]: 1 } }))]],
  ...Object.fromEntries(
    [
      'pwd',
      'secret_key',
      'AccountKey',
      'connectionString',
      'connection_string',
      'client-secret',
      'authToken',
      'pat',
    ].map((name) => [`a member ${name}`, [canary(name), [URL_OF_SERVER, rpc({}), ok(json({ [name]: canary(name) }))]]]),
  ),
  'a list of keys': [canary('list'), [URL_OF_SERVER, rpc({}), ok(json({ apiKeys: ['a', canary('list')] }))]],
  'a list of tokens': [canary('tokens'), [URL_OF_SERVER, rpc({}), ok(json({ tokens: [canary('tokens')] }))]],
  'a number': ['83746512', [URL_OF_SERVER, rpc({}), ok(json({ password: 83_746_512 }))]],
  'a pair of a name and a value': [
    canary('pair'),
    [URL_OF_SERVER, rpc({}), ok(json({ env: [{ name: 'API_KEY', value: canary('pair') }] }))],
  ],
  'a pair of a key and a value': [
    canary('keyed'),
    [URL_OF_SERVER, rpc({}), ok(json({ headers: [{ key: 'Authorization', value: canary('keyed') }] }))],
  ],
  'a link in the text of a tool': [
    canary('link'),
    [URL_OF_SERVER, rpc({}), ok(json({ content: [{ text: `see ${withQuery('token', canary('link'))} now` }] }))],
  ],
}

export function withQuery(name: string, value: string): URL {
  const url = new URL('https://tools.example.com/mcp')
  url.searchParams.set(name, value)
  return url
}

export function stream(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
}

/** Repeats a secret in every kind of text, as servers and tools do. */
export const repeating = (secret: string): Exchange[] => [
  [URL_OF_SERVER, rpc({ name: 'echo', arguments: { text: `<${secret}>`, [secret]: 1 } }), ok(`You sent ${secret}.`)],
  [URL_OF_SERVER, rpc({}), ok(json({ jsonrpc: '2.0', id: 1, error: { code: -1, message: `no ${secret}` } }))],
  [URL_OF_SERVER, rpc({}), ok(`<a href="/?x=1&y=${encodeURIComponent(secret)}">${json(secret)}</a>`)],
  [
    URL_OF_SERVER,
    get(),
    stream(`: ${secret}\nid: ${secret}\ndata: ${json({ said: secret })}\n\ndata: ${secret} \n\nda${secret}`),
  ],
]
