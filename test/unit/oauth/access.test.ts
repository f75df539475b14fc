/** The `fetch` that sends tokens along. */
import { describe, expect, test } from 'vitest'
import { memoryStore } from '../../../src/oauth/store/memory-store.ts'
import { agree, ISSUER, json, PRM, request, SERVER } from './fake-servers.ts'
import { setUp, signedIn } from './signed-in.ts'

const refuse =
  (header: string, status = 401) =>
  () =>
    json({}, status, { 'www-authenticate': header })

describe('without a token', () => {
  test('a person is needed, at once, and nobody else is asked', async () => {
    const { auth, call, servers, events } = setUp()
    await expect(call()).rejects.toMatchObject({
      name: 'AuthorizationRequiredError',
      code: 'authorization-required',
      reason: 'first',
      delivery: 'not-executed',
    })
    expect(servers.asked).toHaveLength(1)
    expect(auth.status).toEqual({ status: 'needs-user', reason: 'first' })
    expect(events).toEqual([
      { type: 'challenge', status: 401, readable: true },
      { type: 'status', status: 'needs-user' },
    ])
  })

  test('nothing happens before it is used', () => {
    const { auth, servers, environment, events } = setUp()
    expect([auth.status, servers.asked, environment.pending(), events]).toEqual([{ status: 'anonymous' }, [], 0, []])
  })
})

describe('a token', () => {
  test('goes to its own origin only', async () => {
    const { auth, servers } = await signedIn()
    const before = servers.asked.length
    for (const url of [
      'https://evil.example/',
      'http://mcp.example/mcp',
      'https://mcp.example:8443/',
      'https://mcp.example@evil.example/',
    ]) {
      await expect(auth.fetch(url, request())).rejects.toMatchObject({ code: 'auth', reason: 'url_refused' })
    }
    expect(servers.asked).toHaveLength(before)
  })

  test('stays at home when redirects would be followed, or the caller has credentials', async () => {
    const { auth, servers } = await signedIn()
    await auth.fetch(SERVER, { ...request(), redirect: 'follow' })
    expect(servers.asked.at(-1)?.headers).toEqual({})
    await auth.fetch(SERVER, { ...request(), headers: { Authorization: 'Basic own' } })
    expect(servers.asked.at(-1)?.headers).toEqual({ Authorization: 'Basic own' })
  })

  test('is renewed once for a hundred who are refused together', async () => {
    const { servers, call, auth } = await signedIn()
    servers.good.clear()
    const before = servers.to(SERVER).length
    const answers = await Promise.all(Array.from({ length: 100 }, () => call()))
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200))
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(2)
    expect(servers.to(SERVER).length - before).toBe(200)
    expect(auth.status.status).toBe('authorized')
  })

  test('is renewed once for those who are refused late', async () => {
    const { servers, auth } = await signedIn()
    servers.good.clear()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    servers.on('https://mcp.example/slow', async ({ headers }) => {
      const refused = !servers.good.has(headers.authorization?.slice(7) ?? '')
      if (refused) await held
      return json({}, refused ? 401 : 200, { 'www-authenticate': 'Bearer' })
    })
    const slow = auth.fetch('https://mcp.example/slow', request())
    expect((await auth.fetch(SERVER, request())).status).toBe(200)
    release()
    expect((await slow).status).toBe(200)
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(2)
  })

  test('that another tab has renewed is taken from the store', async () => {
    const store = memoryStore()
    const first = await signedIn({ store })
    const second = first.create()
    expect((await second.fetch(SERVER, request())).status).toBe(200)
    expect(second.status.status).toBe('authorized')
    first.servers.good.clear()
    await Promise.all([first.call()])
    expect((await second.fetch(SERVER, request())).status).toBe(200)
    expect(first.servers.to(`${ISSUER}/token`)).toHaveLength(2)
    expect(first.servers.to(`${ISSUER}/register`)).toHaveLength(1)
  })

  test('is renewed thirty seconds before its end, and not before', async () => {
    const { servers, call, environment } = await signedIn()
    environment.advance(3_569_000)
    await call()
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(1)
    environment.advance(2_000)
    await call()
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(2)
    expect(servers.to(SERVER).filter(({ headers }) => headers.authorization === 'Bearer access-2')).toHaveLength(2)
  })

  test('that is refused again after its renewal is an error, once and for all', async () => {
    const { servers, call, auth } = await signedIn()
    servers.on(SERVER, refuse('Bearer error="invalid_token"'))
    const before = servers.to(SERVER).length
    await expect(call()).rejects.toMatchObject({ code: 'auth', reason: 'unauthorized', status: 401 })
    expect(servers.to(SERVER).length - before).toBe(2)
    expect(auth.status).toMatchObject({ status: 'failed', error: { reason: 'unauthorized' } })
    await expect(call()).rejects.toMatchObject({ reason: 'unauthorized' })
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(2)
  })

  test('of somebody who signed in in vain is refused for good, without another sign-in', async () => {
    const { servers, call, auth } = setUp()
    servers.on(SERVER, refuse('Bearer'))
    servers.on(`${ISSUER}/token`, json({ access_token: 'a', token_type: 'bearer' }))
    await expect(call()).rejects.toMatchObject({ reason: 'first' })
    await auth.signIn(agree)
    await expect(call()).rejects.toMatchObject({ code: 'auth', reason: 'unauthorized' })
    expect(servers.to(SERVER)).toHaveLength(2)
  })

  test('is kept while the authorization server is in trouble', async () => {
    const { servers, call, auth } = await signedIn()
    servers.good.clear()
    servers.on(`${ISSUER}/token`, json({ error: 'invalid_grant' }, 503))
    await expect(call()).rejects.toMatchObject({ reason: 'temporarily_unavailable', retryable: true, status: 503 })
    expect(auth.status.status).toBe('authorized')
    servers.on(`${ISSUER}/token`, () => {
      servers.good.add('late')
      return json({ access_token: 'late', token_type: 'bearer' })
    })
    expect((await call()).status).toBe(200)
  })

  test('is given up when its refresh token is worth nothing', async () => {
    const { servers, call, auth } = await signedIn()
    servers.good.clear()
    servers.on(`${ISSUER}/token`, json({ error: 'invalid_grant' }, 400))
    await expect(call()).rejects.toMatchObject({ code: 'authorization-required', reason: 'expired' })
    expect(auth.status).toEqual({ status: 'needs-user', reason: 'expired' })
    await expect(call()).rejects.toMatchObject({ code: 'authorization-required' })
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(2)
  })

  test('of a server that moved is not shown to the new authorization server', async () => {
    const { servers, call } = await signedIn()
    servers.good.clear()
    servers.resource = { resource: SERVER, authorization_servers: ['https://next.example'] }
    await expect(call()).rejects.toMatchObject({ code: 'authorization-required' })
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(1)
    expect(servers.asked.filter(({ url }) => url.startsWith('https://next.example'))).toEqual([])
  })

  test('is renewed for others although one of them gave up', async () => {
    const { servers, auth, call } = await signedIn()
    servers.good.clear()
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
  test('that fails stops everything, and says so', async () => {
    const store = memoryStore()
    const { servers, call } = await signedIn({ store })
    servers.good.clear()
    store.set = () => Promise.reject(new Error('full'))
    await expect(call()).rejects.toMatchObject({ code: 'auth', reason: 'store_failed', delivery: 'not-executed' })
    expect(servers.to(SERVER).filter(({ headers }) => headers.authorization === 'Bearer access-3')).toEqual([])
  })

  test('with a lock is locked while a token is renewed', async () => {
    const locked: string[] = []
    const store = {
      ...memoryStore(),
      async lock<T>(name: string, run: () => Promise<T>): Promise<T> {
        locked.push(name)
        return run()
      },
    }
    const { servers, call } = await signedIn({ store })
    servers.good.clear()
    await Promise.all([call(), call(), call()])
    expect(locked).toEqual([`mcp-oauth ${SERVER}`])
  })
})

describe('scopes', () => {
  const call = (name: string) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } })
  const insufficient = (scope: string) => refuse(`Bearer error="insufficient_scope", scope="${scope}"`, 403)

  test('that are missing are a person’s to add, once', async () => {
    const { servers, auth, call: send } = await signedIn({ scope: 'read' })
    servers.on(SERVER, insufficient('write'))
    const all = await Promise.allSettled([send(call('x')), send(call('x'))])
    expect(all).toMatchObject([{ reason: { code: 'insufficient-scope', scope: 'read write' } }, {}])
    expect(auth.status).toEqual({ status: 'needs-user', reason: 'scope', scope: 'read write' })
    let asked = ''
    await auth.signIn((url) => {
      asked = url.searchParams.get('scope') ?? ''
      return agree(url)
    })
    expect(asked).toBe('read write')
    await expect(send(call('x'))).rejects.toMatchObject({ name: 'InsufficientScopeError', delivery: 'not-executed' })
    expect(auth.status.status).toBe('authorized')
  })

  test('without end come to an end', async () => {
    const { servers, auth, call: send } = await signedIn({ maxStepUps: 99 })
    let windows = 0
    for (let round = 0; round < 20; round++) {
      servers.on(SERVER, insufficient(`scope-${round}`))
      await expect(send(call(`tool-${round % 5}`))).rejects.toMatchObject({ code: 'insufficient-scope' })
      if (auth.status.status !== 'needs-user') continue
      windows++
      await auth.signIn(agree)
    }
    expect(windows).toBe(3)
  })

  test('are no matter of any other 403', async () => {
    const { servers, call: send } = await signedIn()
    const before = servers.asked.length
    for (const header of ['Bearer error="invalid_request"', 'Basic realm="x"']) {
      servers.on(SERVER, refuse(header, 403))
      expect((await send()).status).toBe(403)
    }
    expect(servers.asked).toHaveLength(before + 2)
  })
})

test('the partition tells contexts apart, and is no secret', async () => {
  const { auth, servers, call } = setUp()
  const unknown = auth.fetch.partition()
  await auth.signIn(agree)
  await call()
  const somebody = auth.fetch.partition()
  servers.good.clear()
  await call()
  expect(auth.fetch.partition()).toBe(somebody)
  await auth.signOut()
  const nobody = auth.fetch.partition()
  await auth.signIn(agree)
  const again = auth.fetch.partition()
  expect(new Set([unknown, somebody, nobody, again]).size).toBe(4)
  expect([somebody, again].join()).not.toMatch(/access|refresh/)
})
