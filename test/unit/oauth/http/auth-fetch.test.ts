/** The `fetch` that sends the token, and its reaction to a 401. */
import { describe, expect, test } from 'vitest'
import { memoryStore } from '../../../../src/oauth/store/memory-store.ts'
import { agree, ISSUER, json, PRM, request, SERVER } from '../fake-servers.ts'
import { setUp, signedIn } from '../signed-in.ts'

const refuse =
  (header: string, status = 401) =>
  () =>
    json({}, status, { 'www-authenticate': header })

describe('without a token', () => {
  test('a 401 needs the user at once, and no other server is requested', async () => {
    const { auth, call, servers, events } = setUp()
    await expect(call()).rejects.toMatchObject({
      name: 'AuthorizationRequiredError',
      code: 'authorization-required',
      reason: 'sign-in-required',
      delivery: 'not-executed',
    })
    expect(servers.requests).toHaveLength(1)
    expect(auth.status).toEqual({ status: 'needs-user', reason: 'sign-in-required' })
    expect(events).toEqual([
      { type: 'challenge', status: 401, readable: true },
      { type: 'status', status: 'needs-user' },
    ])
  })

  test('creating a handle sends nothing and starts no timer', () => {
    const { auth, servers, environment, events } = setUp()
    expect([auth.status, servers.requests, environment.pending(), events]).toEqual([{ status: 'anonymous' }, [], 0, []])
  })
})

describe('a token', () => {
  test('a token is sent to its own origin only', async () => {
    const { auth, servers } = await signedIn()
    const before = servers.requests.length
    for (const url of [
      'https://evil.example/',
      'http://mcp.example/mcp',
      'https://mcp.example:8443/',
      'https://mcp.example@evil.example/',
    ]) {
      await expect(auth.fetch(url, request())).rejects.toMatchObject({ code: 'auth', reason: 'url-refused' })
    }
    expect(servers.requests).toHaveLength(before)
  })

  test('a token is not sent if redirects are followed or the caller has credentials', async () => {
    const { auth, servers } = await signedIn()
    await auth.fetch(SERVER, { ...request(), redirect: 'follow' })
    expect(servers.requests.at(-1)?.headers).toEqual({})
    await auth.fetch(SERVER, { ...request(), headers: { Authorization: 'Basic own' } })
    expect(servers.requests.at(-1)?.headers).toEqual({ Authorization: 'Basic own' })
  })

  test('a hundred concurrent refusals cause one refresh', async () => {
    const { servers, call, auth } = await signedIn()
    servers.validTokens.clear()
    const before = servers.to(SERVER).length
    const answers = await Promise.all(Array.from({ length: 100 }, () => call()))
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200))
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(2)
    expect(servers.to(SERVER).length - before).toBe(200)
    expect(auth.status.status).toBe('authorized')
  })

  test('a late refusal uses the token that was refreshed meanwhile', async () => {
    const { servers, auth } = await signedIn()
    servers.validTokens.clear()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    servers.on('https://mcp.example/slow', async ({ headers }) => {
      const refused = !servers.validTokens.has(headers.authorization?.slice(7) ?? '')
      if (refused) await held
      return json({}, refused ? 401 : 200, { 'www-authenticate': 'Bearer' })
    })
    const slow = auth.fetch('https://mcp.example/slow', request())
    expect((await auth.fetch(SERVER, request())).status).toBe(200)
    release()
    expect((await slow).status).toBe(200)
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(2)
  })

  test('a token that another tab has refreshed is read from the store', async () => {
    const store = memoryStore()
    const first = await signedIn({ store })
    const second = first.create()
    expect((await second.fetch(SERVER, request())).status).toBe(200)
    expect(second.status.status).toBe('authorized')
    first.servers.validTokens.clear()
    await Promise.all([first.call()])
    expect((await second.fetch(SERVER, request())).status).toBe(200)
    expect(first.servers.to(`${ISSUER}/token`)).toHaveLength(2)
    expect(first.servers.to(`${ISSUER}/register`)).toHaveLength(1)
  })

  test('a token is refreshed thirty seconds before its expiry, and not earlier', async () => {
    const { servers, call, environment } = await signedIn()
    environment.advance(3_569_000)
    await call()
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(1)
    environment.advance(2_000)
    await call()
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(2)
    expect(servers.to(SERVER).filter(({ headers }) => headers.authorization === 'Bearer access-2')).toHaveLength(2)
  })

  test('a token that is refused right after its refresh is an error, without further refreshes', async () => {
    const { servers, call, auth } = await signedIn()
    servers.on(SERVER, refuse('Bearer error="invalid_token"'))
    const before = servers.to(SERVER).length
    await expect(call()).rejects.toMatchObject({ code: 'auth', reason: 'unauthorized', status: 401 })
    expect(servers.to(SERVER).length - before).toBe(2)
    expect(auth.status).toMatchObject({ status: 'failed', error: { reason: 'unauthorized' } })
    await expect(call()).rejects.toMatchObject({ reason: 'unauthorized' })
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(2)
  })

  test('a token that is refused right after the sign-in is an error, without another sign-in', async () => {
    const { servers, call, auth } = setUp()
    servers.on(SERVER, refuse('Bearer'))
    servers.on(`${ISSUER}/token`, json({ access_token: 'a', token_type: 'bearer' }))
    await expect(call()).rejects.toMatchObject({ reason: 'sign-in-required' })
    await auth.signIn(agree)
    await expect(call()).rejects.toMatchObject({ code: 'auth', reason: 'unauthorized' })
    expect(servers.to(SERVER)).toHaveLength(2)
  })

  test('a token is kept while the authorization server fails, which is asked once in ten seconds', async () => {
    const { servers, call, auth, environment } = await signedIn()
    servers.validTokens.clear()
    servers.on(`${ISSUER}/token`, json({ error: 'invalid_grant' }, 503))
    await expect(call()).rejects.toMatchObject({ reason: 'temporarily-unavailable', retryable: true, status: 503 })
    expect(auth.status.status).toBe('authorized')
    const asked = servers.to(`${ISSUER}/token`).length
    environment.advance(9_000)
    await Promise.all([0, 1, 2].map(() => expect(call()).rejects.toMatchObject({ status: 503 })))
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(asked)
    environment.advance(1_000)
    servers.on(`${ISSUER}/token`, () => {
      servers.validTokens.add('late')
      return json({ access_token: 'late', token_type: 'bearer' })
    })
    expect((await call()).status).toBe(200)
  })

  test('a clock that is set costs at most one refresh, and prolongs no pause', async () => {
    const { servers, call, environment } = await signedIn()
    const token = `${ISSUER}/token`
    const hour = 3_600_000
    const started = environment.now()
    const refreshes = async (now: number) => {
      const before = servers.to(token).length
      environment.now = () => now
      for (let count = 0; count < 5; count++) expect((await call()).status).toBe(200)
      return servers.to(token).length - before
    }
    expect(await refreshes(started + 2 * hour)).toBe(1)
    expect(await refreshes(started)).toBe(0)
    servers.validTokens.clear()
    servers.on(token, () => json({}, 503))
    await expect(call()).rejects.toMatchObject({ status: 503 })
    environment.now = () => started - hour
    environment.advance(10_000)
    servers.on(token, () => {
      servers.validTokens.add('late')
      return json({ access_token: 'late', token_type: 'bearer' })
    })
    expect((await call()).status).toBe(200)
  })

  test('after invalid_grant the token is deleted and the user has to sign in', async () => {
    const { servers, call, auth } = await signedIn()
    servers.validTokens.clear()
    servers.on(`${ISSUER}/token`, json({ error: 'invalid_grant' }, 400))
    await expect(call()).rejects.toMatchObject({ code: 'authorization-required', reason: 'expired' })
    expect(auth.status).toEqual({ status: 'needs-user', reason: 'expired' })
    await expect(call()).rejects.toMatchObject({ code: 'authorization-required' })
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(2)
  })

  test('a token is not sent to a new authorization server that the MCP server names', async () => {
    const { servers, call } = await signedIn()
    servers.validTokens.clear()
    servers.resource = { resource: SERVER, authorization_servers: ['https://next.example'] }
    await expect(call()).rejects.toMatchObject({ code: 'authorization-required' })
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(1)
    expect(servers.requests.filter(({ url }) => url.startsWith('https://next.example'))).toEqual([])
  })

  test('a refresh goes on for the others when one caller aborts', async () => {
    const { servers, auth, call } = await signedIn()
    servers.validTokens.clear()
    const stop = new AbortController()
    const reason = new Error('enough')
    const one = auth.fetch(SERVER, { ...request(), signal: stop.signal })
    const other = call()
    servers.on(`${PRM}/mcp`, () => {
      stop.abort(reason)
      return json(servers.resource)
    })
    await expect(one).rejects.toBe(reason)
    expect((await other).status).toBe(200)
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(2)
  })
})

describe('a store', () => {
  test('a store that fails ends the request with store-failed, and no new token is used', async () => {
    const store = memoryStore()
    const { servers, call } = await signedIn({ store })
    servers.validTokens.clear()
    store.set = () => Promise.reject(new Error('full'))
    await expect(call()).rejects.toMatchObject({ code: 'auth', reason: 'store-failed', delivery: 'not-executed' })
    expect(servers.to(SERVER).filter(({ headers }) => headers.authorization === 'Bearer access-3')).toEqual([])
  })

  test('a store with a lock is locked during a refresh', async () => {
    const locked: string[] = []
    const store = {
      ...memoryStore(),
      async lock<T>(name: string, run: () => Promise<T>): Promise<T> {
        locked.push(name)
        return run()
      },
    }
    const { servers, call } = await signedIn({ store })
    servers.validTokens.clear()
    await Promise.all([call(), call(), call()])
    expect(locked).toEqual([`mcp-oauth ${SERVER}`])
  })
})
