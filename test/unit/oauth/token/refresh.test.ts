/** Refreshing tokens: competing processes, short lifetimes, refusals and scopes. */
import { describe, expect, test } from 'vitest'
import { memoryStore } from '../../../../src/oauth/store/memory-store.ts'
import { agree, ISSUER, json, type ReceivedRequest, request, SERVER } from '../fake-servers.ts'
import { signedIn } from '../signed-in.ts'

const TOKEN = `${ISSUER}/token`

test('a user who signs out during a refresh stays signed out', async () => {
  const { servers, auth, call } = await signedIn()
  servers.validTokens.clear()
  servers.on(TOKEN, async () => {
    await auth.signOut()
    return json({ access_token: 'late', token_type: 'bearer' })
  })
  await expect(call()).rejects.toMatchObject({ code: 'authorization-required' })
  expect(servers.to(SERVER).some(({ headers }) => headers.authorization === 'Bearer late')).toBe(false)
  expect(auth.status.status).toBe('needs-user')
})

test('a user who signs in during a refresh keeps the new tokens', async () => {
  const { servers, auth, call } = await signedIn()
  servers.validTokens.clear()
  const grant = ({ body }: ReceivedRequest) => {
    const access_token = body.includes('authorization_code') ? 'signed-in' : 'refreshed'
    servers.validTokens.add(access_token)
    return json({ access_token, token_type: 'bearer' })
  }
  servers.on(TOKEN, async (received) => {
    servers.on(TOKEN, grant)
    await auth.signIn(agree)
    return grant(received)
  })
  expect((await call()).status).toBe(200)
  expect(servers.to(SERVER).at(-1)?.headers.authorization).toBe('Bearer signed-in')
})

test('after another process has used the refresh token, its new tokens are used', async () => {
  // Another process shares the values but not the lock.
  const { lock: _, ...store } = memoryStore()
  const { servers, create, call } = await signedIn({ store })
  const other = create({ store })
  servers.validTokens.clear()
  const { get } = store
  let reads = 0
  // The other process refreshes right after this one has read the tokens.
  store.get = async (key) => {
    const value = await get(key)
    if (key.includes(' tokens ') && ++reads === 2) {
      store.get = get
      expect((await other.fetch(SERVER, request())).status).toBe(200)
      servers.on(TOKEN, json({ error: 'invalid_grant' }, 400))
    }
    return value
  }
  expect((await call()).status).toBe(200)
  expect(servers.to(TOKEN)).toHaveLength(3)
})

test('tokens with a short lifetime are refreshed at most every ten seconds', async () => {
  const { servers, call, environment } = await signedIn()
  servers.on(TOKEN, () => {
    servers.validTokens.add('short')
    return json({ access_token: 'short', token_type: 'bearer', expires_in: 1, refresh_token: 'r' })
  })
  environment.advance(3_600_000)
  for (let round = 0; round < 10; round++) await call()
  expect(servers.to(TOKEN)).toHaveLength(2)
  environment.advance(10_000)
  await call()
  expect(servers.to(TOKEN)).toHaveLength(3)
})

test('a token that was accepted once is refreshed again when it is refused elsewhere', async () => {
  const { servers, auth, call } = await signedIn()
  servers.validTokens.clear()
  let count = 0
  servers.on(TOKEN, async () => {
    const access_token = `next-${++count}`
    servers.validTokens.add(access_token)
    return json({ access_token, token_type: 'bearer', refresh_token: 'r' })
  })
  servers.on('https://mcp.example/strict', ({ headers }) =>
    json({}, headers.authorization === 'Bearer next-2' ? 200 : 401, { 'www-authenticate': 'Bearer' }),
  )
  expect((await call()).status).toBe(200)
  expect((await auth.fetch('https://mcp.example/strict', request())).status).toBe(200)
  expect(count).toBe(2)
})

test('a token is used until its expiry while the authorization server fails', async () => {
  const { servers, call, environment } = await signedIn()
  servers.on(TOKEN, json({}, 503))
  environment.advance(3_580_000)
  expect((await call()).status).toBe(200)
  expect(servers.to(TOKEN)).toHaveLength(2)
})

test('after invalid_client the user has to sign in, and the client registers again', async () => {
  const { servers, auth, call } = await signedIn()
  servers.validTokens.clear()
  servers.on(TOKEN, json({ error: 'invalid_client' }, 401))
  await expect(call()).rejects.toMatchObject({ code: 'authorization-required', reason: 'expired' })
  servers.on(TOKEN, () => {
    servers.validTokens.add('again')
    return json({ access_token: 'again', token_type: 'bearer' })
  })
  await auth.signIn(agree)
  expect((await call()).status).toBe(200)
  expect(servers.to(`${ISSUER}/register`)).toHaveLength(2)
})

test('configured client credentials are kept after invalid_client', async () => {
  const { servers, call, auth } = await signedIn({ client: { issuer: ISSUER, id: 'known', secret: 's' } })
  servers.validTokens.clear()
  servers.on(TOKEN, json({ error: 'invalid_client' }, 401))
  for (let round = 0; round < 2; round++) {
    await expect(call()).rejects.toMatchObject({ reason: 'token-refused', server: { error: 'invalid_client' } })
  }
  expect(auth.status).toMatchObject({ status: 'failed' })
})

test('a refresh sends the resource, and no other scope than refreshScope', async () => {
  const { servers, call } = await signedIn({ scope: 'read', refreshScope: 'read' })
  servers.validTokens.clear()
  await call()
  const { scope, resource, grant_type } = Object.fromEntries(new URLSearchParams(servers.to(TOKEN)[1]?.body))
  expect([grant_type, scope, resource]).toEqual(['refresh_token', 'read', SERVER])
})

test('a refresh token that is not rotated causes a warning if the store is exposed', async () => {
  const exposure = 'everybody can read it'
  for (const [store, refresh_token, warned] of [
    [{ ...memoryStore(), exposure }, undefined, true],
    [{ ...memoryStore(), exposure }, 'refresh-2', true],
    [{ ...memoryStore(), exposure }, 'another', false],
    [memoryStore(), undefined, false],
  ] as const) {
    const { servers, call, events } = await signedIn({ store })
    servers.validTokens.clear()
    servers.on(TOKEN, () => {
      servers.validTokens.add('next')
      return json({ access_token: 'next', token_type: 'bearer', refresh_token })
    })
    expect((await call()).status).toBe(200)
    const warnings = events.filter(({ type }) => type === 'warning')
    expect(warnings).toEqual(warned ? [{ type: 'warning', message: exposure }] : [])
  }
})

describe('two handles with one memory store', () => {
  test('they refresh once', async () => {
    const { servers, create, call } = await signedIn({ store: memoryStore() })
    const other = create()
    servers.validTokens.clear()
    const answers = await Promise.all([call(), other.fetch(SERVER, request())])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(servers.to(TOKEN).map(({ body }) => new URLSearchParams(body).get('refresh_token'))).toEqual([
      null,
      'refresh-2',
    ])
    expect(other.status).toMatchObject({ status: 'authorized' })
  })

  test('one refreshes after the refresh of the other has failed', async () => {
    const { servers, create, call } = await signedIn({ store: memoryStore() })
    const other = create()
    servers.validTokens.clear()
    servers.on(TOKEN, () => {
      servers.on(TOKEN, () => {
        servers.validTokens.add('second')
        return json({ access_token: 'second', token_type: 'bearer' })
      })
      return json({}, 503)
    })
    const [first, second] = await Promise.allSettled([call(), other.fetch(SERVER, request())])
    expect(first).toMatchObject({ status: 'rejected', reason: { reason: 'temporarily-unavailable' } })
    expect(second).toMatchObject({ status: 'fulfilled', value: { status: 200 } })
  })
})
