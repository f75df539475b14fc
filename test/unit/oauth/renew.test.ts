/** What becomes of a renewal when somebody else is at it too, and when tokens end too soon. */
import { expect, test } from 'vitest'
import { idbStore, localStore, tabStore } from '../../../src/oauth/browser/index.ts'
import { memoryStore } from '../../../src/oauth/store/memory-store.ts'
import { type Asked, agree, ISSUER, json, request, SERVER } from './fake-servers.ts'
import { signedIn } from './signed-in.ts'

const TOKEN = `${ISSUER}/token`

test('who signs out while a token is renewed stays signed out', async () => {
  const { servers, auth, call } = await signedIn()
  servers.good.clear()
  servers.on(TOKEN, async () => {
    await auth.signOut()
    return json({ access_token: 'late', token_type: 'bearer' })
  })
  await expect(call()).rejects.toMatchObject({ code: 'authorization-required' })
  expect(servers.to(SERVER).some(({ headers }) => headers.authorization === 'Bearer late')).toBe(false)
  expect(auth.status.status).toBe('needs-user')
})

test('who signs in while a token is renewed goes on with what they brought', async () => {
  const { servers, auth, call } = await signedIn()
  servers.good.clear()
  const grant = ({ body }: Asked) => {
    const access_token = body.includes('authorization_code') ? 'brought' : 'renewed'
    servers.good.add(access_token)
    return json({ access_token, token_type: 'bearer' })
  }
  servers.on(TOKEN, async (asked) => {
    servers.on(TOKEN, grant)
    await auth.signIn(agree)
    return grant(asked)
  })
  expect((await call()).status).toBe(200)
  expect(servers.to(SERVER).at(-1)?.headers.authorization).toBe('Bearer brought')
})

test('a refresh token that another process has used is no reason to sign in again', async () => {
  // Another process shares the values, and no lock.
  const { lock: _, ...store } = memoryStore()
  const { servers, create, call } = await signedIn({ store })
  const other = create({ store })
  servers.good.clear()
  const { get } = store
  let reads = 0
  // The other process renews right after this one has read what there is.
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

test('tokens that end at once are not renewed in a storm', async () => {
  const { servers, call, environment } = await signedIn()
  servers.on(TOKEN, () => {
    servers.good.add('short')
    return json({ access_token: 'short', token_type: 'bearer', expires_in: 1, refresh_token: 'r' })
  })
  environment.advance(3_600_000)
  for (let round = 0; round < 10; round++) await call()
  expect(servers.to(TOKEN)).toHaveLength(2)
  environment.advance(10_000)
  await call()
  expect(servers.to(TOKEN)).toHaveLength(3)
})

test('a token that worked and is refused elsewhere is renewed again', async () => {
  const { servers, auth, call } = await signedIn()
  servers.good.clear()
  let count = 0
  servers.on(TOKEN, async () => {
    const access_token = `next-${++count}`
    servers.good.add(access_token)
    return json({ access_token, token_type: 'bearer', refresh_token: 'r' })
  })
  servers.on('https://mcp.example/strict', ({ headers }) =>
    json({}, headers.authorization === 'Bearer next-2' ? 200 : 401, { 'www-authenticate': 'Bearer' }),
  )
  expect((await call()).status).toBe(200)
  expect((await auth.fetch('https://mcp.example/strict', request())).status).toBe(200)
  expect(count).toBe(2)
})

test('a token is used to its end while the authorization server is in trouble', async () => {
  const { servers, call, environment } = await signedIn()
  servers.on(TOKEN, json({}, 503))
  environment.advance(3_580_000)
  expect((await call()).status).toBe(200)
  expect(servers.to(TOKEN)).toHaveLength(2)
})

test('a registration that the server forgot is made again when somebody signs in', async () => {
  const { servers, auth, call } = await signedIn()
  servers.good.clear()
  servers.on(TOKEN, json({ error: 'invalid_client' }, 401))
  await expect(call()).rejects.toMatchObject({ code: 'authorization-required', reason: 'expired' })
  servers.on(TOKEN, () => {
    servers.good.add('again')
    return json({ access_token: 'again', token_type: 'bearer' })
  })
  await auth.signIn(agree)
  expect((await call()).status).toBe(200)
  expect(servers.to(`${ISSUER}/register`)).toHaveLength(2)
})

test('credentials of the application are never given up', async () => {
  const { servers, call, auth } = await signedIn({ client: { issuer: ISSUER, id: 'known', secret: 's' } })
  servers.good.clear()
  servers.on(TOKEN, json({ error: 'invalid_client' }, 401))
  for (let round = 0; round < 2; round++) {
    await expect(call()).rejects.toMatchObject({ reason: 'token_refused', server: { error: 'invalid_client' } })
  }
  expect(auth.status).toMatchObject({ status: 'failed' })
})

test('the authorization server is not asked for another token with more scopes', async () => {
  const { servers, call } = await signedIn({ scope: 'read', refreshScope: 'read' })
  servers.good.clear()
  await call()
  const { scope, resource, grant_type } = Object.fromEntries(new URLSearchParams(servers.to(TOKEN)[1]?.body))
  expect([grant_type, scope, resource]).toEqual(['refresh_token', 'read', SERVER])
})

test('a refresh token that stays good where others can read it is warned about, unless it is bound or replaced', async () => {
  const exposure = 'everybody can read it'
  for (const [store, refresh_token, warned] of [
    [{ ...memoryStore(), exposure }, undefined, true],
    [{ ...memoryStore(), exposure }, 'refresh-2', true],
    [{ ...memoryStore(), exposure }, 'another', false],
    [memoryStore(), undefined, false],
  ] as const) {
    const { servers, call, events } = await signedIn({ store })
    servers.good.clear()
    servers.on(TOKEN, () => {
      servers.good.add('next')
      return json({ access_token: 'next', token_type: 'bearer', refresh_token })
    })
    expect((await call()).status).toBe(200)
    const warnings = events.filter(({ type }) => type === 'warning')
    expect(warnings).toEqual(warned ? [{ type: 'warning', message: exposure }] : [])
  }
})

test('the stores of a browser say who can read them', () => {
  for (const store of [tabStore(), localStore({ plainText: true }), idbStore()]) {
    expect(store.exposure).toMatch(/every script of this origin/)
  }
})
