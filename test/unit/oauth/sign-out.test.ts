/** A user who signs out stays signed out, whatever arrives late. */
import { describe, expect, test } from 'vitest'
import { memoryStore } from '../../../src/oauth/store/memory-store.ts'
import type { AuthStore } from '../../../src/oauth/types.ts'
import { agree, ISSUER, json, request, SERVER } from './fake-servers.ts'
import { setUp, signedIn } from './signed-in.ts'

const TOKEN = `${ISSUER}/token`

test('after a sign-out during a failing refresh, the old token is not used', async () => {
  const { servers, auth, call, environment } = await signedIn()
  environment.advance(3_580_000)
  servers.requests.length = 0
  servers.on(TOKEN, async () => {
    await auth.signOut()
    return json({}, 503)
  })
  await expect(call()).rejects.toMatchObject({ code: 'authorization-required' })
  expect(servers.to(SERVER).flatMap(({ headers }) => headers.authorization ?? [])).toEqual([])
})

test('a sign-out while a slow store writes the tokens wins', async () => {
  const store = memoryStore()
  const { auth, create } = setUp({ store })
  const { set } = store
  store.set = async (key, value, expected) => {
    if (key.includes(' tokens ')) await auth.signOut()
    return set(key, value, expected)
  }
  expect(await auth.signIn(agree)).toEqual({ status: 'anonymous' })
  await expect(create().fetch(SERVER, request())).rejects.toMatchObject({ reason: 'sign-in-required' })
})

test('the tokens are deleted before they are revoked, and a failed revocation is a warning', async () => {
  for (const status of [200, 400, 503, 0]) {
    const { servers, auth, events } = setUp()
    await auth.signIn(agree)
    servers.on(`${ISSUER}/revoke`, () => {
      expect(auth.status).toEqual({ status: 'anonymous' })
      if (!status) throw new TypeError('fetch failed')
      return new Response('canary', { status })
    })
    await auth.signOut({ revoke: true })
    expect(new URLSearchParams(servers.to(`${ISSUER}/revoke`)[0]?.body).get('token')).toBe('refresh-2')
    const warnings = events.filter(({ type }) => type === 'warning')
    expect(warnings).toHaveLength(status === 200 ? 0 : 1)
    expect(JSON.stringify(warnings)).not.toContain('canary')
    await expect(auth.fetch(SERVER, request())).rejects.toMatchObject({
      code: 'authorization-required',
      reason: 'sign-in-required',
    })
  }
})

describe('a user who signs out', () => {
  const authorizations = ({ to }: { to: (url: string) => { headers: Record<string, string> }[] }) =>
    to(SERVER).flatMap(({ headers }) => headers.authorization ?? [])

  test('after a sign-out during an early refresh, no token is used', async () => {
    const { servers, auth, call, environment } = await signedIn()
    environment.advance(3_580_000)
    servers.requests.length = 0
    servers.on(TOKEN, async () => {
      await auth.signOut()
      return json({ access_token: 'late', token_type: 'bearer', refresh_token: 'r' })
    })
    await expect(call()).rejects.toMatchObject({ code: 'authorization-required' })
    expect(servers.to(TOKEN)).toHaveLength(1)
    expect(authorizations(servers)).toEqual([])
  })

  test('after a sign-out during the code exchange, the user is not signed in', async () => {
    const store = memoryStore()
    const { servers, auth, call, create } = setUp({ store })
    servers.on(TOKEN, async () => {
      await auth.signOut()
      servers.validTokens.add('late')
      return json({ access_token: 'late', token_type: 'bearer', refresh_token: 'r' })
    })
    expect(await auth.signIn(agree)).toEqual({ status: 'anonymous' })
    expect(servers.to(TOKEN)).toHaveLength(1)
    await expect(call()).rejects.toMatchObject({ code: 'authorization-required', reason: 'sign-in-required' })
    await expect(create().fetch(SERVER, request())).rejects.toMatchObject({ reason: 'sign-in-required' })
    expect(authorizations(servers)).toEqual([])
  })

  test.for([0, 2, 4, 6, 8, 12])(
    'after a sign-out %s ms after the callback, with a slow store, nobody is signed in',
    async (delay) => {
      const inner = memoryStore()
      const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
      const store: AuthStore = {
        get: (key) => later(6).then(() => inner.get(key)),
        set: (...given) => later(6).then(() => inner.set(...given)),
        delete: (...given) => later(6).then(() => inner.delete(...given)),
      }
      const { auth, create } = setUp({ store })
      let callback!: URLSearchParams
      await auth.signIn(async (url) => {
        callback = await agree(url)
        return undefined
      })
      const handling = auth.handleCallback(callback)
      await later(delay)
      await auth.signOut()
      await handling.catch(() => {})
      expect(auth.status).toEqual({ status: 'anonymous' })
      await expect(create({ store: inner }).fetch(SERVER, request())).rejects.toMatchObject({
        reason: 'sign-in-required',
      })
    },
  )

  test('a store that cannot be read does not prevent the sign-out', async () => {
    const store = memoryStore()
    const { get } = store
    const { servers, auth, call } = await signedIn({ store })
    store.get = async () => {
      throw new Error('not now')
    }
    await auth.signOut()
    expect(auth.status).toEqual({ status: 'anonymous' })
    store.get = get
    servers.requests.length = 0
    await expect(call()).rejects.toMatchObject({ code: 'authorization-required', reason: 'sign-in-required' })
    expect(authorizations(servers)).toEqual([])
  })
})

describe('a sign-out that revokes', () => {
  const revoked = ({ to }: { to: (url: string) => { body: string }[] }) =>
    to(`${ISSUER}/revoke`).map(({ body }) => new URLSearchParams(body).get('token'))

  test('also revokes the tokens of a refresh that ends after it', async () => {
    const { servers, auth, call, environment } = await signedIn()
    environment.advance(3_580_000)
    servers.on(TOKEN, async () => {
      await auth.signOut({ revoke: true })
      return json({ access_token: 'late', token_type: 'bearer', refresh_token: 'late-refresh' })
    })
    await expect(call()).rejects.toMatchObject({ code: 'authorization-required' })
    expect(revoked(servers)).toEqual(['refresh-2', 'late-refresh'])
  })

  test('also revokes the tokens of a code exchange that ends after it', async () => {
    const { servers, auth } = setUp()
    servers.on(TOKEN, async () => {
      await auth.signOut({ revoke: true })
      return json({ access_token: 'late', token_type: 'bearer', refresh_token: 'late-refresh' })
    })
    expect(await auth.signIn(agree)).toEqual({ status: 'anonymous' })
    expect(revoked(servers)).toEqual(['late-refresh'])
  })

  test('without the option, nothing is revoked', async () => {
    const { servers, auth } = setUp()
    servers.on(TOKEN, async () => {
      await auth.signOut()
      return json({ access_token: 'late', token_type: 'bearer', refresh_token: 'late-refresh' })
    })
    await auth.signIn(agree)
    expect(revoked(servers)).toEqual([])
  })
})

test('a request that notices a sign-out of another tab is refused before the status changes', async () => {
  const store = memoryStore()
  const { auth, call, create, environment, servers } = await signedIn({ store })
  const seen: string[] = []
  auth.subscribe(() => seen.push(auth.status.status))
  await create().signOut()
  servers.requests.length = 0
  await expect(call()).rejects.toMatchObject({ code: 'authorization-required', delivery: 'not-executed' })
  expect([seen, servers.requests]).toEqual([[], []])
  environment.advance(0)
  expect(seen).toEqual(['anonymous'])
})
