/** Which requests pass a relay, and with which headers: only those of MCP and OAuth, in both directions. */
import { describe, expect, test } from 'vitest'
import { ADDRESS, MESSAGE, PAGE, refusal, SERVER, startRelay } from './steps.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }

describe('the requests that pass', () => {
  test.for<[string, object]>([
    ['a message', { body: MESSAGE }],
    ['a message with a charset', { headers: { 'content-type': 'Application/JSON; charset=utf-8' } }],
    ['a batch', { body: `[${MESSAGE}]` }],
    ['a GET for an event stream', { method: 'GET', headers: { accept: 'text/event-stream' } }],
    ['the end of a session', { method: 'DELETE', headers: { 'mcp-session-id': 's' } }],
    ['resource metadata', { method: 'GET', target: `${SERVER}/.well-known/oauth-protected-resource/mcp` }],
    ['server metadata', { method: 'GET', target: `${SERVER}/.well-known/oauth-authorization-server` }],
    ['OpenID metadata', { method: 'GET', target: `${SERVER}/tenant/.well-known/openid-configuration` }],
    ['metadata elsewhere', { method: 'GET', target: `${SERVER}/meta.json` }],
    ['a token request', { headers: FORM, body: 'grant_type=refresh_token&refresh_token=r' }],
    ['a revocation', { headers: FORM, body: 'token=t' }],
    ['a registration', { headers: JSON_TYPE, body: '{"redirect_uris":["https://app.example.com/cb"]}' }],
  ])('%s', async ([, ask]) => {
    const relay = startRelay({ metadata: [`${SERVER}/meta.json`] })
    expect((await relay.ask(ask)).status).toBe(200)
    expect(relay.sent).toHaveLength(1)
  })

  test.for<[string, object, number]>([
    ['a page', { method: 'GET', headers: { accept: 'text/html' } }, 400],
    ['a bare GET', { method: 'GET' }, 400],
    ['a file', { method: 'GET', target: `${SERVER}/.well-known/security.txt` }, 400],
    ['a name that only begins so', { method: 'GET', target: `${SERVER}/.well-known/openid-configuration-2` }, 400],
    ['a DELETE without a session', { method: 'DELETE' }, 400],
    ['other JSON', { body: '{"query":"{ me { id } }"}' }, 400],
    ['a document that only begins like a message', { body: '{"jsonrpc":"2.0","admin":true}' }, 400],
    ['a batch with something else in it', { body: `[${MESSAGE},{"admin":true}]` }, 400],
    ['JSON-RPC 1.0', { body: '{"jsonrpc":"1.0","id":1,"method":"ping"}' }, 400],
    ['no JSON', { body: 'hello' }, 400],
    ['nothing', { body: '' }, 400],
    ['an empty batch', { body: '[]' }, 400],
    ['a message as text', { headers: { 'content-type': 'text/plain' } }, 400],
    ['a message without a type', { headers: { 'content-type': '' } }, 400],
    ['another form', { headers: FORM, body: 'amount=100&to=me' }, 400],
    ['an upload', { headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: '--b--' }, 400],
    ['bytes that are no text', { body: new Uint8Array([0x22, 0xff, 0x22]) }, 400],
    ['PUT', { method: 'PUT', headers: JSON_TYPE, body: MESSAGE }, 405],
    ['PATCH', { method: 'PATCH', headers: JSON_TYPE, body: MESSAGE }, 405],
    ['HEAD', { method: 'HEAD' }, 405],
  ])('not %s', async ([, ask, status]) => {
    const relay = startRelay()
    const response = await relay.ask(ask)
    expect(await refusal(response)).toMatchObject({ status, error: 'not-mcp', delivery: 'not-executed' })
    expect(response.headers.get('allow')).toBe(status === 405 ? 'GET, POST, DELETE' : null)
    expect(relay.sent).toEqual([])
  })
})

describe('request headers', () => {
  const hostile = {
    cookie: 'session=1',
    'x-api-key': 'k',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': 'localhost',
    'x-real-ip': '127.0.0.1',
    forwarded: 'for=127.0.0.1',
    referer: `${PAGE}/secret`,
    'user-agent': 'me',
    'accept-language': 'de',
    'sec-fetch-site': 'cross-site',
    'metadata-flavor': 'Google',
    'x-aws-ec2-metadata-token': 't',
    'proxy-authorization': 'Basic x',
    'x-http-method-override': 'DELETE',
    'cf-connecting-ip': '127.0.0.1',
    range: 'bytes=0-1',
    'if-none-match': 'x',
  }
  const ours = {
    accept: 'application/json, text/event-stream',
    authorization: 'Bearer mine',
    'content-type': 'application/json',
    dpop: 'proof',
    'last-event-id': '7',
    'mcp-method': 'tools/call',
    'mcp-name': 'render',
    'mcp-param-region': 'eu',
    'mcp-protocol-version': '2026-07-28',
    'mcp-session-id': 's',
  }

  test.for(Object.entries(hostile))('%s does not pass', async ([name, value]) => {
    const { ask, sent } = startRelay()
    expect((await ask({ headers: { [name]: value } })).status).toBe(200)
    expect(sent[0]?.init.headers).not.toHaveProperty(name)
  })

  test('those of MCP and OAuth pass, and nothing else but the mark of the relay', async () => {
    const { ask, sent } = startRelay()
    await ask({ headers: { ...hostile, ...ours } })
    expect(sent[0]).toMatchObject({ url: `${SERVER}/mcp`, init: { method: 'POST', body: MESSAGE } })
    expect(sent[0]?.init.headers).toEqual({ ...ours, 'mcp-relay': 'request' })
    expect(sent[0]?.init).toMatchObject({ redirect: 'manual', credentials: 'omit' })
  })

  test('further ones pass if the option says so, and browsers are told', async () => {
    const { ask, sent } = startRelay({ headers: ['X-Api-Key'] })
    await ask({ headers: hostile })
    expect(sent[0]?.init.headers).toMatchObject({ 'x-api-key': 'k' })
    const asked = { 'access-control-request-headers': 'x-api-key, x-other, mcp-param-a, cookie, mcp-relay' }
    const preflight = await ask({ method: 'OPTIONS', headers: asked })
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x-api-key, mcp-param-a')
  })

  test('requests for metadata carry no token', async () => {
    const { ask, sent } = startRelay()
    const target = `${SERVER}/.well-known/oauth-protected-resource`
    await ask({
      method: 'GET',
      target,
      headers: { authorization: 'Bearer mine', dpop: 'p', accept: 'application/json' },
    })
    expect(sent[0]?.init.headers).toEqual({ accept: 'application/json', 'mcp-relay': 'request' })
  })
})

describe('responses', () => {
  test('to a GET are event streams or errors: the body of anything else is dropped', async () => {
    const get = { method: 'GET', headers: { accept: 'text/event-stream' } }
    const seen: [string, number, boolean, string][] = [
      ['application/json', 200, true, ''],
      ['text/html', 200, true, ''],
      ['text/event-stream', 200, false, 'secret'],
      ['application/json', 405, false, 'secret'],
    ]
    for (const [type, status, aborted, text] of seen) {
      const { ask, sent } = startRelay(
        {},
        async () => new Response('secret', { status, headers: { 'content-type': type } }),
      )
      const response = await ask(get)
      expect([response.status, response.headers.get('content-type')]).toEqual([status, type])
      expect([await response.text(), sent[0]?.init.signal.aborted]).toEqual([text, aborted])
    }
  })

  test('pass with their status and body, and only with headers of MCP and OAuth', async () => {
    const received = {
      'content-type': 'application/json',
      'mcp-session-id': 's',
      'www-authenticate': 'Bearer',
      'retry-after': '3',
      'dpop-nonce': 'n',
      'set-cookie': 'a=b',
      server: 'nginx',
      'x-powered-by': 'Express',
      location: 'https://evil.example/',
      'content-security-policy': 'script-src *',
      'access-control-allow-origin': '*',
      'access-control-allow-credentials': 'true',
      'clear-site-data': '"*"',
      refresh: '0; url=https://evil.example/',
      link: '<https://evil.example/>; rel=preload',
    }
    const { ask } = startRelay({}, async () => new Response('{"a":"ü"}', { status: 418, headers: received }))
    const response = await ask()
    expect(response.status).toBe(418)
    expect(await response.text()).toBe('{"a":"ü"}')
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-origin': PAGE,
      'access-control-expose-headers':
        'mcp-relay, content-type, dpop-nonce, mcp-session-id, retry-after, www-authenticate',
      'cache-control': 'no-store, no-transform',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'application/json',
      'dpop-nonce': 'n',
      'mcp-relay': '418',
      'mcp-session-id': 's',
      'referrer-policy': 'no-referrer',
      'retry-after': '3',
      vary: 'origin',
      'www-authenticate': 'Bearer',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
  })

  test.for([200, 202, 204, 205, 401, 403, 404, 405, 409, 429, 500, 503, 599])('keep the status %i', async (status) => {
    const { ask } = startRelay({}, async () => new Response(null, { status }))
    const response = await ask()
    expect([response.status, response.headers.get('mcp-relay')]).toEqual([status, `${status}`])
  })

  test('the answer to a preflight allows what the client sends, to the page only, and asks no server', async () => {
    const { ask, sent } = startRelay()
    const headers = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,mcp-method,mcp-param-x,mcp-session-id',
      'access-control-request-private-network': 'true',
    }
    const response = await ask({ method: 'OPTIONS', headers })
    expect(response.status).toBe(204)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-headers': 'authorization, content-type, mcp-method, mcp-param-x, mcp-session-id',
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-origin': PAGE,
      'access-control-allow-private-network': 'true',
      'access-control-max-age': '7200',
    })
    expect(response.headers.has('access-control-allow-credentials')).toBe(false)
    expect(sent).toEqual([])
  })
})

describe('a page', () => {
  test.for(['https://evil.example', 'http://app.example.com', 'https://app.example.com.evil.example', 'null', null])(
    'of %s may not use the relay, nor read why',
    async (page) => {
      const { ask, sent } = startRelay()
      for (const method of ['POST', 'OPTIONS']) {
        const response = await ask({ method, page })
        const message = `Pages of ${page ?? 'no origin'} may not use this relay`
        expect(await refusal(response)).toMatchObject({ status: 403, error: 'origin', message })
        expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
      }
      expect(sent).toEqual([])
    },
  )

  test('of the same origin as the relay may use it if it is listed, also where browsers send no Origin', async () => {
    const get = { method: 'GET', page: null, headers: { accept: 'text/event-stream', 'sec-fetch-site': 'same-origin' } }
    const listed = startRelay({ origins: [new URL(ADDRESS).origin] })
    expect((await listed.ask(get)).status).toBe(200)
    expect(await refusal(await startRelay().ask(get))).toMatchObject({ error: 'origin' })
  })

  test('may be judged by a function', async () => {
    const { ask } = startRelay({ origins: (origin) => origin === null })
    expect((await ask({ page: null })).status).toBe(200)
    expect(await refusal(await ask())).toMatchObject({ error: 'origin' })
  })
})
