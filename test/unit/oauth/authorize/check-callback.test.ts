/** The checks of the callback: state, issuer (RFC 9207), error, and that it counts once. */
import { describe, expect, test } from 'vitest'
import type { OAuthOptions } from '../../../../src/oauth/options.ts'
import { memoryStore } from '../../../../src/oauth/store/memory-store.ts'
import type { SignInDriver } from '../../../../src/oauth/types.ts'
import { agree, CALLBACK, ISSUER, json, request, SERVER } from '../fake-servers.ts'
import { setUp } from '../signed-in.ts'

/** A driver that leaves the page, and the URLs that it opened. */
function leave(): { driver: SignInDriver; urls: URL[] } {
  const urls: URL[] = []
  return { urls, driver: async (url) => void urls.push(url) }
}

describe('a callback', () => {
  async function startFlow(options: Partial<OAuthOptions> = {}, fields: object = {}) {
    const all = setUp(options)
    all.servers.metadata = { ...all.servers.metadata, ...fields }
    const { driver, urls } = leave()
    await all.auth.signIn(driver)
    const state = urls[0]!.searchParams.get('state')!
    const finish = (more: Record<string, string>) => all.auth.handleCallback(new URLSearchParams({ state, ...more }))
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
  ])('with iss announced as %s, a callback with iss %s is accepted: %s', async ([advertised, iss, works]) => {
    const { finish, servers } = await startFlow({}, { authorization_response_iss_parameter_supported: advertised })
    const finished = finish({ code: 'c', ...(iss === undefined ? {} : { iss }) })
    if (works) await expect(finished).resolves.toMatchObject({ status: 'authorized' })
    else await expect(finished).rejects.toMatchObject({ reason: 'invalid-callback' })
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(works ? 1 : 0)
  })

  test('the error of a callback with a wrong issuer is not repeated anywhere', async () => {
    const { finish, auth, events } = await startFlow()
    const error = await finish({ error: 'canary', error_description: 'canary', iss: 'https://evil.example' }).catch(
      (error) => error,
    )
    expect(error.reason).toBe('invalid-callback')
    expect(JSON.stringify([error, error.message, error.stack, String(error.cause), auth.status, events])).not.toContain(
      'canary',
    )
  })

  test('the error of a callback is reported in the words of the server, capped and on one line', async () => {
    const { finish } = await startFlow()
    const description = `no\u001b[31m\n${'x'.repeat(5000)}`
    const error = await finish({ error: 'invalid_scope', error_description: description }).catch((error) => error)
    expect(error).toMatchObject({ reason: 'authorization-refused', server: { error: 'invalid_scope' } })
    expect(error.server.description).toMatch(/^no \[31m x+…$/)
    expect(error.server.description.length).toBeLessThan(2100)
    expect(error.message).not.toContain('scope')
  })

  test('access_denied sets the status to denied', async () => {
    const { finish, auth } = await startFlow()
    expect(await finish({ error: 'access_denied' })).toEqual({ status: 'denied', reason: 'access_denied' })
    expect(auth.status).toEqual({ status: 'denied', reason: 'access_denied' })
  })

  test('a callback that is delivered several times is used once, and gives the same result', async () => {
    const { auth, servers, state, finish } = await startFlow()
    const query = `code=c&state=${state}`
    const forms = [
      `${CALLBACK}?${query}`,
      `?${query}`,
      query,
      new URL(`${CALLBACK}?${query}#x`),
      new URLSearchParams(query),
    ]
    const results = await Promise.all(forms.map((form) => auth.handleCallback(form)))
    expect(new Set(results).size).toBe(1)
    await finish({ code: 'other' })
    expect(servers.to(`${ISSUER}/token`)).toHaveLength(1)
  })

  test('a callback with repeated parameters, an unknown state, no state, or after ten minutes is refused', async () => {
    const store = memoryStore()
    const { auth, environment, servers, state } = await startFlow({ store })
    const twice = `code=a&code=b&state=${state}`
    for (const query of [twice, 'code=c&state=forged', 'code=c', '', `code=c&state=${state}&state=${state}`]) {
      await expect(auth.handleCallback(query)).rejects.toMatchObject({ reason: 'invalid-callback' })
    }
    expect(auth.status.status).toBe('authorizing')
    environment.advance(600_001)
    await expect(auth.handleCallback(`code=c&state=${state}`)).rejects.toMatchObject({ reason: 'invalid-callback' })
    expect(servers.to(`${ISSUER}/token`)).toEqual([])
  })

  test('a callback may be handled by another instance that shares the store', async () => {
    const store = memoryStore()
    const { create, state } = await startFlow({ store })
    const other = create()
    expect(await other.handleCallback(`code=c&state=${state}`)).toMatchObject({ status: 'authorized' })
    expect((await other.fetch(SERVER, request())).status).toBe(200)
  })

  test('the code goes to the token endpoint that was known when the flow began', async () => {
    const { servers, finish } = await startFlow()
    servers.resource = { resource: SERVER, authorization_servers: ['https://evil.example'] }
    servers.metadata = { ...servers.metadata, token_endpoint: 'https://evil.example/token' }
    await finish({ code: 'c' })
    expect(servers.requests.filter(({ url }) => url.includes('evil'))).toEqual([])
  })

  test.for<unknown>([-1, 0, 'never', null])(
    'client_secret_expires_at %j means that the secret does not expire',
    async (expires) => {
      const { servers, auth } = setUp()
      servers.on(`${ISSUER}/register`, () =>
        json({ client_id: 'c', client_secret: 's', client_secret_expires_at: expires }, 201),
      )
      expect(await auth.signIn(agree)).toMatchObject({ status: 'authorized' })
    },
  )

  test('after invalid_client the next sign-in registers again', async () => {
    const { servers, finish, auth } = await startFlow()
    servers.on(`${ISSUER}/token`, json({ error: 'invalid_client' }, 401))
    await expect(finish({ code: 'c' })).rejects.toMatchObject({
      reason: 'token-refused',
      server: { error: 'invalid_client' },
    })
    await auth.signIn(leave().driver)
    expect(servers.to(`${ISSUER}/register`)).toHaveLength(2)
  })
})
