/** Credentials are sent to their own issuer only, whatever tokens the store holds from earlier. */
import { expect, test } from 'vitest'
import { clientCredentials } from '../../../../src/oauth/machine/index.ts'
import type { OAuthOptions } from '../../../../src/oauth/options.ts'
import { createClientRegistry } from '../../../../src/oauth/register/registration.ts'
import { memoryStore } from '../../../../src/oauth/store/memory-store.ts'
import { createRecords } from '../../../../src/oauth/store/records.ts'
import { agree, type FakeServers, ISSUER, json, request, SERVER } from '../fake-servers.ts'
import { setUp } from '../signed-in.ts'

const OTHER = 'https://other.example'
const secret = 'the-secret'
/** A client id is public, so another issuer can assign the same one. */
const id = 'the-id'

/** Adds another authorization server; the result is resource metadata that name it. */
function nameOther({ on, validTokens, metadata }: FakeServers): Record<string, unknown> {
  const theirs = Object.entries(metadata).map(([name, value]) => [name, `${value}`.replace(ISSUER, OTHER)])
  const supported = { code_challenge_methods_supported: ['S256'] }
  on(`${OTHER}/.well-known/oauth-authorization-server`, json({ ...Object.fromEntries(theirs), ...supported }))
  on(`${OTHER}/register`, json({ client_id: id }, 201))
  on(`${OTHER}/token`, () => {
    validTokens.add('theirs')
    return json({ access_token: 'theirs', token_type: 'bearer', expires_in: 60, refresh_token: 'r' })
  })
  on(`${OTHER}/revoke`, () => new Response(null))
  return { resource: SERVER, authorization_servers: [OTHER] }
}

/** A user signed in at the other issuer. Now the application has credentials, and the server names their issuer. */
async function comeLater(credentials: Partial<OAuthOptions>) {
  const all = setUp({ store: memoryStore() })
  const { servers, auth, environment, create } = all
  const { resource } = servers
  servers.resource = nameOther(servers)
  expect(await auth.signIn(agree)).toMatchObject({ status: 'authorized', issuer: OTHER })
  servers.resource = resource
  environment.advance(40_000)
  servers.requests.length = 0
  return { ...all, later: create(credentials) }
}

/** The requests to other servers that contain the secret. */
function leaks({ requests }: FakeServers) {
  const others = requests.filter(({ url }) => !url.startsWith(ISSUER))
  const hidden = [secret, encodeURIComponent(secret), btoa(`${id}:${secret}`)]
  return others.filter((entry) => hidden.some((text) => JSON.stringify(entry).includes(text)))
}

test('the secret of a grant is not sent to the issuer of an older token', async () => {
  const grant = clientCredentials({ issuer: ISSUER, id, secret })
  const { servers, later } = await comeLater({ grant })
  expect((await later.fetch(SERVER, request())).status).toBe(200)
  expect(leaks(servers)).toEqual([])
  expect(servers.to(`${OTHER}/token`)).toEqual([])
  expect(servers.to(`${ISSUER}/token`)[0]?.headers.authorization).toBe(`Basic ${btoa(`${id}:${secret}`)}`)
  expect(later.status).toMatchObject({ status: 'authorized', issuer: ISSUER })
})

test('a client secret is not sent to another issuer with the same client id, neither to refresh nor to revoke', async () => {
  const client = { issuer: ISSUER, id, secret }
  const refreshing = await comeLater({ client })
  const failure = { code: 'authorization-required', reason: 'sign-in-required' }
  await expect(refreshing.later.fetch(SERVER, request())).rejects.toMatchObject(failure)
  const revoking = await comeLater({ client })
  await revoking.later.signOut({ revoke: true })
  for (const { servers } of [refreshing, revoking]) {
    expect(leaks(servers)).toEqual([])
    expect(servers.requests.filter(({ url }) => url.startsWith(OTHER))).toEqual([])
  }
  expect(await refreshing.later.signIn(agree)).toMatchObject({ status: 'authorized', issuer: ISSUER })
  expect((await refreshing.later.fetch(SERVER, request())).status).toBe(200)
})

test('a configured client is not found for another issuer', async () => {
  const client = { issuer: ISSUER, id, secret }
  const records = createRecords(
    memoryStore(),
    SERVER,
    () => 0,
    () => {},
  )
  const clients = createClientRegistry(
    () => expect.fail('nothing is requested'),
    records,
    { server: SERVER, client },
    () => {},
  )
  expect(await clients.findKnown(ISSUER, id)).toBe(client)
  expect(await clients.findKnown(OTHER, id)).toBeUndefined()
})

test('an issuer that is an origin may end with a slash', async () => {
  const origin = new URL(SERVER).origin
  const { servers, auth } = setUp({ client: { issuer: origin, id, secret } })
  servers.on('https://mcp.example/.well-known/oauth-protected-resource/mcp', json({}, 404))
  servers.on(SERVER, ({ headers }) => json({}, servers.validTokens.has(`${headers.authorization}`) ? 200 : 401))
  const endpoints = { authorization_endpoint: `${origin}/authorize`, token_endpoint: `${origin}/token` }
  servers.on(
    `${origin}/.well-known/oauth-authorization-server`,
    json({ ...servers.metadata, ...endpoints, issuer: `${origin}/` }),
  )
  servers.on(`${origin}/token`, () => {
    servers.validTokens.add('Bearer own')
    return json({ access_token: 'own', token_type: 'bearer' })
  })
  expect(await auth.signIn(agree)).toMatchObject({ status: 'authorized', issuer: `${origin}/` })
  expect((await auth.fetch(SERVER, request())).status).toBe(200)
  expect(servers.to(`${origin}/token`)[0]?.headers.authorization).toBe(`Basic ${btoa(`${id}:${secret}`)}`)
})

test('client and grant together are refused', () => {
  const both = { client: { issuer: OTHER, id }, grant: clientCredentials({ issuer: ISSUER, id, secret }) }
  expect(() => setUp(both)).toThrow(TypeError)
})
