/** Dynamic registration: what is sent, and that a registration belongs to one redirect URI. */
import { expect, test } from 'vitest'
import { dpop } from '../../../../src/oauth/dpop/index.ts'
import { POST } from '../../../../src/oauth/register/client-auth.ts'
import { createClientMetadata } from '../../../../src/oauth/register/registration.ts'
import { memoryStore } from '../../../../src/oauth/store/memory-store.ts'
import type { SignInDriver } from '../../../../src/oauth/types.ts'
import { agree, ISSUER } from '../fake-servers.ts'
import { setUp } from '../signed-in.ts'

/** A driver with a redirect URI at this port. */
const at = (port: number, run: (url: URL) => Promise<URLSearchParams | undefined>): SignInDriver =>
  Object.assign((url: URL) => run(url), { prepare: async () => ({ redirectUri: `http://127.0.0.1:${port}/callback` }) })

const giveUp = () => Promise.reject(new DOMException('The window is closed', 'AbortError'))

test('an aborted sign-in with another redirect URI does not affect the current tokens', async () => {
  const { servers, auth, call } = setUp()
  await auth.signIn(at(5000, agree))
  await expect(auth.signIn(at(5001, giveUp))).rejects.toMatchObject({ name: 'AbortError' })
  expect(servers.to(`${ISSUER}/register`)).toHaveLength(2)
  servers.validTokens.clear()
  expect((await call()).status).toBe(200)
  const refresh = new URLSearchParams(servers.to(`${ISSUER}/token`)[1]?.body)
  expect([refresh.get('grant_type'), refresh.get('client_id')]).toEqual(['refresh_token', 'client-1'])
  expect(auth.status).toMatchObject({ status: 'authorized' })
})

test('a sign-in with another redirect URI does not affect one that is under way', async () => {
  const { servers, auth } = setUp()
  const urls: URL[] = []
  const leave = async (url: URL) => void urls.push(url)
  await auth.signIn(at(5000, leave))
  await auth.signIn(at(5001, leave))
  expect(await auth.handleCallback(await agree(urls[0]!))).toMatchObject({ status: 'authorized' })
  const form = new URLSearchParams(servers.to(`${ISSUER}/token`)[0]?.body)
  expect([form.get('client_id'), form.get('redirect_uri')]).toEqual(['client-1', 'http://127.0.0.1:5000/callback'])
})

test('two handles that register at once each use the client of their own redirect URI', async () => {
  const { servers, create } = setUp({ store: memoryStore() })
  const used: (string | null)[][] = []
  const leave = async ({ searchParams }: URL) =>
    void used.push([searchParams.get('client_id'), searchParams.get('redirect_uri')])
  await Promise.all([5000, 5001].map((port) => create().signIn(at(port, leave))))
  const registered = servers
    .to(`${ISSUER}/register`)
    .map(({ body }, index) => [`client-${index + 1}`, ...JSON.parse(body).redirect_uris])
  expect(used).toHaveLength(2)
  expect(used.sort()).toEqual(registered)
})

test('the client metadata follow from the options and the redirect URI', () => {
  expect(createClientMetadata({ clientMetadata: { client_name: 'Mine' } }, 'https://app.example/cb')).toEqual({
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    client_name: 'Mine',
    redirect_uris: ['https://app.example/cb'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  })
  for (const [redirectUri, application_type] of [
    ['http://localhost:3000/cb', 'native'],
    ['http://127.0.0.1/cb', 'native'],
    ['http://[::1]:1/cb', 'native'],
    ['com.example.app:/cb', 'native'],
    ['https://localhost.example/cb', 'web'],
  ] as const) {
    expect(createClientMetadata({}, redirectUri), redirectUri).toMatchObject({ application_type })
  }
  expect(createClientMetadata({ clientMetadata: { application_type: 'web' } }, 'http://localhost/cb')).toMatchObject({
    application_type: 'web',
  })
  expect(createClientMetadata({ requestRefreshToken: false }, 'https://a/cb').grant_types).toEqual([
    'authorization_code',
  ])
  expect(createClientMetadata({}, 'https://a/cb', [POST]).token_endpoint_auth_method).toBe(POST)
  expect(createClientMetadata({ dpop: dpop({ required: true }) }, 'https://a/cb').dpop_bound_access_tokens).toBe(true)
  expect(
    createClientMetadata({ clientMetadata: { redirect_uris: ['https://evil'] } }, 'https://a/cb').redirect_uris,
  ).toEqual(['https://a/cb'])
})
