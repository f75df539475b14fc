/** Signing in from a server: redirect, cookie and callback, with one handle per request. */
import { beforeEach, describe, expect, test } from 'vitest'
import { createInProcess, type InProcess } from '../../../../playground/server/control/in-process.ts'
import { createFlowCookie } from '../../../../src/oauth/server/flow-cookie.ts'
import { AuthObject, type DurableStub, durableStore, webFlow } from '../../../../src/oauth/server/index.ts'
import type { AuthStatus } from '../../../../src/oauth/types.ts'
import { createClock } from '../../../../src/testing/clock/clock.ts'
import { createFakeStorage } from './fake-storage.ts'

const cookieKey = 'a secret that has at least 32 characters'
const redirectUri = 'https://app.example/oauth/callback'
let server: InProcess

beforeEach(async () => {
  server = createInProcess({ clock: createClock(), random: Math.random })
  await server.control.configure({ oauth: {} })
})

/** The Durable Object of one user. */
function createUser(): DurableStub {
  const object = new AuthObject({ storage: createFakeStorage() })
  return { fetch: (url, init) => object.fetch(new Request(url, init)) }
}

/** A new flow, as a Worker creates one for every request. */
function flowOf(user: DurableStub, key = cookieKey) {
  return webFlow({
    server: server.control.url,
    redirectUri,
    store: durableStore(user),
    cookieKey: key,
    fetch: (url, init) => server.fetch(url, init as RequestInit),
  })
}

interface StartedFlow {
  response: Response
  /** The callback URL that the authorization server redirects to. */
  callback: string
  /** The `Cookie` header of the browser. */
  cookie: string
}

async function begin(user: DurableStub): Promise<StartedFlow> {
  const response = await flowOf(user).start(new Request('https://app.example/connect'))
  const answer = await server.fetch(response.headers.get('location')!, { headers: { accept: 'application/json' } })
  const { location } = (await answer.json()) as { location: string }
  return { response, callback: location, cookie: response.headers.get('set-cookie')!.split(';')[0]! }
}

function finish(
  user: DurableStub,
  callback: string,
  cookie?: string,
  to: string | ((status: AuthStatus) => string) = '/done?x=1',
) {
  return flowOf(user).finish(new Request(callback, { headers: cookie === undefined ? {} : { cookie } }), { to })
}

async function tokenRequests(): Promise<number> {
  return (await server.control.journal()).filter(({ path }) => path.endsWith('/token')).length
}

async function isAuthorized(user: DurableStub): Promise<boolean> {
  const { auth } = flowOf(user)
  const request = { jsonrpc: '2.0', id: 1, method: 'ping' }
  return auth
    .fetch(server.control.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(request),
      signal: new AbortController().signal,
      redirect: 'manual',
      credentials: 'omit',
    })
    .then(
      (response) => response.status !== 401,
      () => false,
    )
}

describe('web flow', () => {
  test('a user signs in with one handle per request, and is authorized afterwards', async () => {
    const user = createUser()
    const { response, callback, cookie } = await begin(user)
    expect(response.status).toBe(302)
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-mcp-auth-[\w-]{16}=\d+\.[\da-f]{64}; Path=\/; Max-Age=600; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(await isAuthorized(user)).toBe(false)
    const done = await finish(user, callback, `other=1; ${cookie}; more=2`)
    expect([done.status, done.headers.get('location')]).toEqual([302, '/done?x=1'])
    expect(done.headers.get('set-cookie')).toMatch(/^__Host-mcp-auth-[\w-]{16}=; Path=\/; Max-Age=0; /)
    for (const { headers } of [response, done]) {
      expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
    }
    expect(await isAuthorized(user)).toBe(true)
  })

  test('a callback without the cookie of its flow is refused, and nothing of it is shown', async () => {
    const user = createUser()
    const { callback, cookie } = await begin(user)
    const another = await begin(createUser())
    const [name, value] = cookie.split('=') as [string, string]
    const [expires, mac] = value.split('.') as [string, string]
    const wrong = [
      undefined,
      '',
      `${name}=`,
      `${name}=${expires}`,
      `${name}=${Number(expires) + 1}.${mac}`,
      `${name}=${expires}.${mac.replace(/^../, (byte) => (byte === '00' ? '01' : '00'))}`,
      `${name}=${another.cookie.split('=')[1]}`,
      another.cookie,
    ]
    for (const header of wrong) {
      const response = await finish(user, `${callback}&error_description=<b>`, header)
      expect(response.status, `cookie ${header}`).toBe(400)
      expect(await response.text()).not.toContain('<b>')
    }
    expect(await tokenRequests()).toBe(0)
    expect((await finish(user, callback, cookie)).status).toBe(302)
  })

  test('a cookie is valid for its own lifetime, state and key only', async () => {
    const state = 'the-state-of-a-flow-that-is-under-way'
    const cookie = createFlowCookie(cookieKey)
    const [header = ''] = (await cookie.create(state, 1_000, 600)).split(';')
    expect(await cookie.check(state, header, 999)).toBe(true)
    expect(await cookie.check(state, header, 1_000)).toBe(false)
    // The name holds only the beginning of the state.
    expect(await cookie.check(`${state}x`, header, 999)).toBe(false)
    expect(await createFlowCookie(`${cookieKey}x`).check(state, header, 999)).toBe(false)
  })

  test('two users who sign in at once get their own tokens, and neither can complete the flow of the other', async () => {
    const [ann, bob] = [createUser(), createUser()]
    const [first, second] = [await begin(ann), await begin(bob)]
    expect((await finish(bob, first.callback, first.cookie)).status).toBe(400)
    expect([await isAuthorized(ann), await isAuthorized(bob)]).toEqual([false, false])
    await finish(bob, second.callback, second.cookie)
    expect([await isAuthorized(ann), await isAuthorized(bob)]).toEqual([false, true])
    await finish(ann, first.callback, first.cookie)
    expect(await isAuthorized(ann)).toBe(true)
  })

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example'])(
    'no user is redirected to %s',
    async (to) => {
      const user = createUser()
      const { callback, cookie } = await begin(user)
      await expect(finish(user, callback, cookie, to)).rejects.toThrow(TypeError)
    },
  )

  test.for([
    [400, { error: 'invalid_grant', error_description: '<b>secret</b>' }, 'token-refused', false],
    [503, 'no', 'temporarily-unavailable', true],
  ] as const)('a token endpoint that answers %s ends on a page or at the path of the application', async (answer) => {
    const [status, body, reason, retryable] = answer
    const user = createUser()
    const fail = () => server.control.script({ on: { path: '/oauth/token' }, do: [{ respond: { status, body } }] })
    const first = await begin(user)
    await fail()
    const page = await finish(user, first.callback, first.cookie)
    expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/plain; charset=utf-8'])
    expect(await page.text()).not.toMatch(/secret|invalid_grant/)
    expect(page.headers.get('set-cookie')).toMatch(/Max-Age=0/)
    await server.control.script()
    const second = await begin(user)
    await fail()
    const seen: AuthStatus[] = []
    const redirected = await finish(user, second.callback, second.cookie, (given) => {
      seen.push(given)
      return `/?failed=${given.status}`
    })
    expect([redirected.status, redirected.headers.get('location')]).toEqual([302, '/?failed=failed'])
    expect(seen).toMatchObject([{ status: 'failed', error: { reason, retryable } }])
    await server.control.script()
    const third = await begin(user)
    expect((await finish(user, third.callback, third.cookie)).status).toBe(302)
    expect(await isAuthorized(user)).toBe(true)
  })

  test('a store that fails is an error of the application', async () => {
    const user = createUser()
    const { callback, cookie } = await begin(user)
    const broken: DurableStub = { fetch: () => Promise.reject(new Error('not now')) }
    await expect(finish(broken, callback, cookie)).rejects.toMatchObject({ reason: 'store-failed' })
  })

  test('only pages of this site, an address bar and programs may begin a sign-in', async () => {
    const start = (site?: string) =>
      flowOf(createUser()).start(
        new Request('https://app.example/connect', { headers: site === undefined ? {} : { 'sec-fetch-site': site } }),
      )
    for (const site of [undefined, 'none', 'same-origin', 'same-site']) expect((await start(site)).status).toBe(302)
    const before = (await server.control.journal()).length
    const refused = await start('cross-site')
    expect([refused.status, refused.headers.get('set-cookie'), refused.headers.get('location')]).toEqual([
      403,
      null,
      null,
    ])
    expect(await server.control.journal()).toHaveLength(before)
  })

  test('a short cookie key is refused', () => {
    expect(() => flowOf(createUser(), 'short')).toThrow(/cookieKey/)
  })
})
