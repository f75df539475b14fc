/** Starting a sign-in: the authorization URL, the driver and the checks before the user leaves. */
import { describe, expect, test, vi } from 'vitest'
import { memoryStore } from '../../../../src/oauth/store/memory-store.ts'
import type { SignInDriver } from '../../../../src/oauth/types.ts'
import { AS, agree, CALLBACK, ISSUER, json, request, SERVER } from '../fake-servers.ts'
import { setUp } from '../signed-in.ts'

/** A driver that leaves the page, and the URLs that it opened. */
function leave(): { driver: SignInDriver; urls: URL[] } {
  const urls: URL[] = []
  return { urls, driver: async (url) => void urls.push(url) }
}

describe('signing in', () => {
  test('the authorization URL has each parameter once, whatever query the endpoint already had', async () => {
    const { servers, auth } = setUp({ scope: 'read' })
    servers.metadata = {
      ...servers.metadata,
      authorization_endpoint: `${ISSUER}/authorize?tenant=1&state=x&client_id=y`,
      scopes_supported: ['read', 'offline_access'],
    }
    const { driver, urls } = leave()
    expect(await auth.signIn(driver)).toEqual({ status: 'authorizing', url: urls[0]!.href })
    const { state, code_challenge, ...rest } = Object.fromEntries(urls[0]!.searchParams)
    expect(rest).toEqual({
      tenant: '1',
      response_type: 'code',
      client_id: 'client-1',
      redirect_uri: CALLBACK,
      code_challenge_method: 'S256',
      resource: SERVER,
      scope: 'read offline_access',
      prompt: 'consent',
    })
    expect([state?.length, code_challenge?.length, [...urls[0]!.searchParams].length]).toEqual([43, 43, 10])
    await auth.handleCallback(new URLSearchParams({ code: 'c', state: state! }))
    const form = new URLSearchParams(servers.to(`${ISSUER}/token`)[0]?.body)
    expect(Object.fromEntries(form)).toMatchObject({
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: CALLBACK,
      resource: SERVER,
      client_id: 'client-1',
    })
    expect(form.get('code_verifier')).toHaveLength(43)
  })

  test('further parameters are sent, and `prompt` replaces that of the flow', async () => {
    const authorizationParameters = { login_hint: 'ada@example.com', audience: 'api', prompt: 'select_account' }
    const { servers, auth } = setUp({ scope: 'read', authorizationParameters })
    servers.metadata = { ...servers.metadata, scopes_supported: ['read', 'offline_access'] }
    const { driver, urls } = leave()
    await auth.signIn(driver)
    const parameters = Object.fromEntries(urls[0]!.searchParams)
    expect(parameters).toMatchObject({ ...authorizationParameters, scope: 'read offline_access', resource: SERVER })
  })

  test('the application chooses among the scopes of the challenge and of the metadata; its own are requested', async () => {
    const filterScopes = (scopes: string[]) => scopes.filter((scope) => scope !== 'admin')
    const { servers, auth, call } = setUp({ filterScopes })
    servers.resource = { ...servers.resource, scopes_supported: ['list', 'admin'] }
    const { driver, urls } = leave()
    await auth.signIn(driver)
    servers.on(SERVER, () => json({}, 401, { 'www-authenticate': 'Bearer scope="write admin"' }))
    await expect(call()).rejects.toMatchObject({ code: 'authorization-required' })
    await auth.signIn(driver)
    await auth.signIn(driver, { scope: 'admin' })
    expect(urls.map(({ searchParams }) => searchParams.get('scope'))).toEqual(['list', 'write', 'admin write'])
  })

  test('the application decides which resource the metadata may name', async () => {
    const asked: string[] = []
    const validateResourceUrl = (resource: string, endpoint: URL) => {
      asked.push(`${resource} ${endpoint}`)
      return resource === 'https://gateway.example/'
    }
    const { servers, auth } = setUp({ validateResourceUrl })
    servers.resource = { ...servers.resource, resource: 'https://gateway.example/' }
    const { driver, urls } = leave()
    await auth.signIn(driver)
    expect(urls[0]!.searchParams.get('resource')).toBe('https://gateway.example/')
    expect(asked).toEqual([`https://gateway.example/ ${SERVER}`])
    servers.resource = { ...servers.resource, resource: SERVER }
    await expect(auth.signIn(driver)).rejects.toMatchObject({ reason: 'resource-mismatch' })
    const { servers: others, auth: strict } = setUp()
    others.resource = { ...others.resource, resource: 'https://gateway.example/' }
    await expect(strict.signIn(driver)).rejects.toMatchObject({ reason: 'resource-mismatch' })
  })

  test.for<[object, string[], boolean]>([
    [{ code_challenge_methods_supported: undefined }, [], false],
    [{ code_challenge_methods_supported: undefined }, [ISSUER], true],
    [{ code_challenge_methods_supported: ['plain'] }, [ISSUER], false],
    [{ code_challenge_methods_supported: [] }, [ISSUER], false],
    [{ code_challenge_methods_supported: ['plain', 'S256'] }, [], true],
  ])('with metadata %j and assumePkceSupport %s, signing in works: %s', async ([fields, assumePkceSupport, works]) => {
    const { servers, auth } = setUp({ assumePkceSupport })
    servers.metadata = { ...servers.metadata, ...fields }
    if (works) expect(await auth.signIn(agree)).toMatchObject({ status: 'authorized' })
    else await expect(auth.signIn(agree)).rejects.toMatchObject({ reason: 'pkce-unsupported', issuer: ISSUER })
  })

  test('the driver is prepared synchronously, and cancelled if there is no URL to open', async () => {
    const { servers, auth } = setUp()
    servers.on(AS, json({}, 404))
    const calls: string[] = []
    const driver: SignInDriver = Object.assign((url: URL) => agree(url), {
      prepare: () => ({ number: calls.push('prepared') }),
      cancel: (prepared: object) => void calls.push(`cancelled ${JSON.stringify(prepared)}`),
    })
    const signingIn = auth.signIn(driver)
    expect(calls).toEqual(['prepared'])
    await expect(signingIn).rejects.toMatchObject({ reason: 'authorization-server-metadata-unavailable' })
    expect(calls).toEqual(['prepared', 'cancelled {"number":1}'])
    expect(auth.status).toMatchObject({
      status: 'failed',
      error: { reason: 'authorization-server-metadata-unavailable' },
    })
  })

  test('a driver may set the redirect URI', async () => {
    const { servers, auth } = setUp()
    const redirectUri = 'http://127.0.0.1:4711/callback'
    await auth.signIn(Object.assign((url: URL) => agree(url), { prepare: async () => ({ redirectUri }) }))
    expect(JSON.parse(servers.to(`${ISSUER}/register`)[0]!.body)).toMatchObject({ redirect_uris: [redirectUri] })
    expect(new URLSearchParams(servers.to(`${ISSUER}/token`)[0]?.body).get('redirect_uri')).toBe(redirectUri)
  })

  test('an aborted sign-in rejects with the reason and restores the status', async () => {
    const { auth } = setUp()
    await auth.fetch(SERVER, request()).catch(() => {})
    const before = auth.status
    const stop = new AbortController()
    const reason = new Error('enough')
    const driver: SignInDriver = (_url, { signal }) => {
      stop.abort(reason)
      return Promise.reject(signal.reason)
    }
    await expect(auth.signIn(driver, { signal: stop.signal })).rejects.toBe(reason)
    expect(auth.status).toEqual(before)
  })

  test('without an earlier challenge the endpoint is requested first to get one', async () => {
    const { servers, auth } = setUp()
    const headers = { 'www-authenticate': 'Bearer scope="files", resource_metadata="https://mcp.example/custom"' }
    servers.on(SERVER, json({}, 401, headers))
    servers.on('https://mcp.example/custom', json(servers.resource))
    const { driver, urls } = leave()
    await auth.signIn(driver)
    expect(urls[0]?.searchParams.get('scope')).toBe('files')
    expect(servers.requests.map(({ url }) => url).slice(0, 2)).toEqual([SERVER, 'https://mcp.example/custom'])
  })

  test.for([['http://lan.example/cb'], ['https://app.example/cb#x'], ['nonsense'], ['']])(
    'the redirect URI %j is refused',
    ([redirectUri]) => {
      expect(() => setUp({ redirectUri: redirectUri! })).toThrow(TypeError)
    },
  )

  test.for([
    'http://app.example/client.json',
    'https://app.example',
    'https://app.example/',
    'https://app.example/a/../client.json',
    'https://app.example/client.json#x',
    'https://a@app.example/client.json',
    'nonsense',
  ])('the client metadata URL %s is refused', (clientMetadataUrl) => {
    expect(() => setUp({ clientMetadataUrl })).toThrow(TypeError)
  })
})

test('events, statuses and errors contain no secret', async () => {
  const { servers, auth, events } = setUp({ client: { issuer: ISSUER, id: 'id', secret: 'canary-secret' } })
  servers.on(
    `${ISSUER}/token`,
    json({ access_token: 'canary-access', token_type: 'bearer', refresh_token: 'canary-refresh' }),
  )
  await auth.signIn((url) => agree(url))
  const errors: unknown[] = []
  for (const answer of [json({ error: 'invalid_request', more: 'canary-body' }, 400), json('canary-body', 500)]) {
    servers.on(`${ISSUER}/token`, answer)
    await auth
      .fetch(SERVER, request())
      .catch((error) => errors.push(error, error.message, error.stack, String(error.cause)))
  }
  expect(errors).toHaveLength(8)
  expect(JSON.stringify([errors, events, auth.status, auth])).not.toContain('canary')
})

test('an aborted sign-in rejects even if the driver ignores its signal', async () => {
  const { auth, call } = setUp()
  const controller = new AbortController()
  const reason = new Error('enough')
  const driver = () => {
    controller.abort(reason)
    return new Promise<undefined>(() => {})
  }
  await expect(auth.signIn(driver, { signal: controller.signal })).rejects.toBe(reason)
  expect(auth.status).toEqual({ status: 'anonymous' })
  await auth.signIn(agree)
  expect((await call()).status).toBe(200)
})

test('an abort ends a sign-in and a request while the store hangs, and nothing opens later', async () => {
  const store = memoryStore()
  const { auth } = setUp({ store })
  const { get } = store
  const waiting: (() => void)[] = []
  store.get = async (key) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return get(key)
  }
  const stop = new AbortController()
  const reason = new Error('enough')
  const driver = vi.fn(agree)
  const signingIn = auth.signIn(driver, { signal: stop.signal })
  const requesting = auth.fetch(SERVER, { ...request(), signal: stop.signal })
  stop.abort(reason)
  await expect(signingIn).rejects.toBe(reason)
  await expect(requesting).rejects.toBe(reason)
  for (const proceed of waiting) proceed()
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(driver).not.toHaveBeenCalled()
  expect(auth.status.status).toBe('anonymous')
})
