/** A person's way to the authorization server and back. */
import { describe, expect, test } from 'vitest'
import type { OAuthOptions } from '../../../src/oauth/options.ts'
import { memoryStore } from '../../../src/oauth/store/memory-store.ts'
import type { Driver } from '../../../src/oauth/types.ts'
import { AS, agree, CALLBACK, ISSUER, json, request, SERVER } from './fake-servers.ts'
import { setUp } from './signed-in.ts'

/** A person who has gone, and the address they went to. */
function leave(): { driver: Driver; urls: URL[] } {
  const urls: URL[] = []
  return { urls, driver: async (url) => void urls.push(url) }
}

describe('signing in', () => {
  test('asks for a code, and for nothing that the address already had', async () => {
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
    await auth.finish(new URLSearchParams({ code: 'c', state: state! }))
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

  test.for<[object, string[], boolean]>([
    [{ code_challenge_methods_supported: undefined }, [], false],
    [{ code_challenge_methods_supported: undefined }, [ISSUER], true],
    [{ code_challenge_methods_supported: ['plain'] }, [ISSUER], false],
    [{ code_challenge_methods_supported: [] }, [ISSUER], false],
    [{ code_challenge_methods_supported: ['plain', 'S256'] }, [], true],
  ])('with %j, assuming PKCE of %s: %s', async ([fields, assumePkce, works]) => {
    const { servers, auth } = setUp({ assumePkce })
    servers.metadata = { ...servers.metadata, ...fields }
    if (works) expect(await auth.signIn(agree)).toMatchObject({ status: 'authorized' })
    else await expect(auth.signIn(agree)).rejects.toMatchObject({ reason: 'pkce_unsupported', issuer: ISSUER })
  })

  test('prepares its driver at once, and lets it go if there is nothing to open', async () => {
    const { servers, auth } = setUp()
    servers.on(AS, json({}, 404))
    const calls: string[] = []
    const driver: Driver = Object.assign(agree, {
      prepare: () => void calls.push('prepared'),
      cancel: () => void calls.push('cancelled'),
    })
    const signingIn = auth.signIn(driver)
    expect(calls).toEqual(['prepared'])
    await expect(signingIn).rejects.toMatchObject({ reason: 'as_metadata_unavailable' })
    expect(calls).toEqual(['prepared', 'cancelled'])
    expect(auth.status).toMatchObject({ status: 'failed', error: { reason: 'as_metadata_unavailable' } })
  })

  test('takes the address to come back to from its driver', async () => {
    const { servers, auth } = setUp()
    const redirectUri = 'http://127.0.0.1:4711/callback'
    await auth.signIn(Object.assign((url: URL) => agree(url), { prepare: async () => ({ redirectUri }) }))
    expect(JSON.parse(servers.to(`${ISSUER}/register`)[0]!.body)).toMatchObject({ redirect_uris: [redirectUri] })
    expect(new URLSearchParams(servers.to(`${ISSUER}/token`)[0]?.body).get('redirect_uri')).toBe(redirectUri)
  })

  test('that is given up ends with the reason, and leaves the status as it was', async () => {
    const { auth } = setUp()
    await auth.fetch(SERVER, request()).catch(() => {})
    const before = auth.status
    const stop = new AbortController()
    const reason = new Error('enough')
    const driver: Driver = (_url, { signal }) => {
      stop.abort(reason)
      return Promise.reject(signal.reason)
    }
    await expect(auth.signIn(driver, { signal: stop.signal })).rejects.toBe(reason)
    expect(auth.status).toEqual(before)
  })

  test('learns from the server first what it would ask for', async () => {
    const { servers, auth } = setUp()
    const headers = { 'www-authenticate': 'Bearer scope="files", resource_metadata="https://mcp.example/custom"' }
    servers.on(SERVER, json({}, 401, headers))
    servers.on('https://mcp.example/custom', json(servers.resource))
    const { driver, urls } = leave()
    await auth.signIn(driver)
    expect(urls[0]?.searchParams.get('scope')).toBe('files')
    expect(servers.asked.map(({ url }) => url).slice(0, 2)).toEqual([SERVER, 'https://mcp.example/custom'])
  })

  test.for([['http://lan.example/cb'], ['https://app.example/cb#x'], ['nonsense'], ['']])(
    'cannot come back to %s',
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
  ])('cannot be as the client %s', (clientMetadataUrl) => {
    expect(() => setUp({ clientMetadataUrl })).toThrow(TypeError)
  })
})

describe('a callback', () => {
  async function under(options: Partial<OAuthOptions> = {}, fields: object = {}) {
    const all = setUp(options)
    all.servers.metadata = { ...all.servers.metadata, ...fields }
    const { driver, urls } = leave()
    await all.auth.signIn(driver)
    const state = urls[0]!.searchParams.get('state')!
    const finish = (more: Record<string, string>) => all.auth.finish(new URLSearchParams({ state, ...more }))
    return { ...all, state, finish }
  }

  test.for<[unknown, string | undefined, boolean]>([
    [true, ISSUER, true],
    [true, undefined, false],
    [true, '', false],
    [undefined, undefined, true],
    ['true', undefined, true],
    [undefined, ISSUER, true],
    [undefined, '', false],
    [undefined, `${ISSUER}/`, false],
    [true, 'HTTPS://AS.EXAMPLE', false],
    [false, 'https://evil.example', false],
  ])('of a server that says %s, from %s: %s', async ([advertised, iss, works]) => {
    const { finish, servers } = await under({}, { authorization_response_iss_parameter_supported: advertised })
    const finished = finish({ code: 'c', ...(iss === undefined ? {} : { iss }) })
    if (works) await expect(finished).resolves.toMatchObject({ status: 'authorized' })
    else await expect(finished).rejects.toMatchObject({ reason: 'invalid_callback' })
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(works ? 1 : 0)
  })

  test('is not repeated before it is believed', async () => {
    const { finish, auth, events } = await under()
    const error = await finish({ error: 'canary', error_description: 'canary', iss: 'https://evil.example' }).catch(
      (error) => error,
    )
    expect(error.reason).toBe('invalid_callback')
    expect(JSON.stringify([error, error.message, error.stack, String(error.cause), auth.status, events])).not.toContain(
      'canary',
    )
  })

  test('with an error is told in the words of the server', async () => {
    const { finish } = await under()
    const description = `no\u001b[31m\n${'x'.repeat(5000)}`
    const error = await finish({ error: 'invalid_scope', error_description: description }).catch((error) => error)
    expect(error).toMatchObject({ reason: 'authorization_refused', server: { error: 'invalid_scope' } })
    expect(error.server.description).toMatch(/^no\\u\{1b}\[31m\\u\{a}x+$/)
    expect(error.server.description.length).toBeLessThan(2100)
    expect(error.message).not.toContain('scope')
  })

  test('of a person who says no is a status', async () => {
    const { finish, auth } = await under()
    expect(await finish({ error: 'access_denied' })).toEqual({ status: 'denied', reason: 'access_denied' })
    expect(auth.status).toEqual({ status: 'denied', reason: 'access_denied' })
  })

  test('counts once, and however often it is delivered', async () => {
    const { auth, servers, state, finish } = await under()
    const query = `code=c&state=${state}`
    const forms = [
      `${CALLBACK}?${query}`,
      `?${query}`,
      query,
      new URL(`${CALLBACK}?${query}#x`),
      new URLSearchParams(query),
    ]
    const results = await Promise.all(forms.map((form) => auth.finish(form)))
    expect(new Set(results).size).toBe(1)
    await finish({ code: 'other' })
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(1)
  })

  test('is of no use to anybody else, twice, late or without its state', async () => {
    const store = memoryStore()
    const { auth, environment, servers, state } = await under({ store })
    const twice = `code=a&code=b&state=${state}`
    for (const query of [twice, 'code=c&state=forged', 'code=c', '', `code=c&state=${state}&state=${state}`]) {
      await expect(auth.finish(query)).rejects.toMatchObject({ reason: 'invalid_callback' })
    }
    expect(auth.status.status).toBe('authorizing')
    environment.advance(600_001)
    await expect(auth.finish(`code=c&state=${state}`)).rejects.toMatchObject({ reason: 'invalid_callback' })
    expect(servers.to(`${ISSUER}/token`)).toEqual([])
  })

  test('may come to another instance that shares the store', async () => {
    const store = memoryStore()
    const { create, state } = await under({ store })
    const other = create()
    expect(await other.finish(`code=c&state=${state}`)).toMatchObject({ status: 'authorized' })
    expect((await other.fetch(SERVER, request())).status).toBe(200)
  })

  test('goes to the token endpoint that was there when it began', async () => {
    const { servers, finish } = await under()
    servers.resource = { resource: SERVER, authorization_servers: ['https://evil.example'] }
    servers.metadata = { ...servers.metadata, token_endpoint: 'https://evil.example/token' }
    await finish({ code: 'c' })
    expect(servers.asked.filter(({ url }) => url.includes('evil'))).toEqual([])
  })

  test.for<unknown>([-1, 0, 'never', null])('is good for a client whose secret expires at %j', async (expires) => {
    const { servers, auth } = setUp()
    servers.on(`${ISSUER}/register`, () =>
      json({ client_id: 'c', client_secret: 's', client_secret_expires_at: expires }, 201),
    )
    expect(await auth.signIn(agree)).toMatchObject({ status: 'authorized' })
  })

  test('of a client that the server forgot makes it register again', async () => {
    const { servers, finish, auth } = await under()
    servers.on(`${ISSUER}/token`, json({ error: 'invalid_client' }, 401))
    await expect(finish({ code: 'c' })).rejects.toMatchObject({
      reason: 'token_refused',
      server: { error: 'invalid_client' },
    })
    await auth.signIn(leave().driver)
    expect(servers.to(`${ISSUER}/register`)).toHaveLength(2)
  })
})

describe('signing out', () => {
  test('forgets first, then tells the server, which may be down', async () => {
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
        reason: 'first',
      })
    }
  })
})

test('a status is the same object until something changes, and listeners hear of it', async () => {
  const { auth } = setUp()
  const heard: string[] = []
  const stop = auth.subscribe(() => heard.push(auth.status.status))
  auth.subscribe(() => {
    throw new Error('a listener’s own business')
  })
  expect(auth.status).toBe(auth.status)
  await auth.signIn(agree)
  const { status } = auth
  await auth.fetch(SERVER, request())
  expect(auth.status).toBe(status)
  stop()
  await auth.signOut()
  expect(heard).toEqual(['authorizing', 'authorized'])
})

test('no secret is in an event, a status or an error', async () => {
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
