/** Credentials are for one issuer, whatever the store holds from before. */
import { expect, test } from 'vitest'
import { clientCredentials } from '../../../src/oauth/machine/index.ts'
import type { OAuthOptions } from '../../../src/oauth/options.ts'
import { createClientRegistry } from '../../../src/oauth/register/registration.ts'
import { memoryStore } from '../../../src/oauth/store/memory-store.ts'
import { createRecords } from '../../../src/oauth/store/records.ts'
import { agree, type FakeServers, ISSUER, json, request, SERVER } from './fake-servers.ts'
import { setUp } from './signed-in.ts'

const OTHER = 'https://other.example'
const secret = 'the-secret'
/** Public, so another issuer can give out the same. */
const id = 'the-id'

/** An authorization server that the MCP server names as long as a test wants. */
function nameOther({ on, good, metadata }: FakeServers): Record<string, unknown> {
  const theirs = Object.entries(metadata).map(([name, value]) => [name, `${value}`.replace(ISSUER, OTHER)])
  const supported = { code_challenge_methods_supported: ['S256'] }
  on(`${OTHER}/.well-known/oauth-authorization-server`, json({ ...Object.fromEntries(theirs), ...supported }))
  on(`${OTHER}/register`, json({ client_id: id }, 201))
  on(`${OTHER}/token`, () => {
    good.add('theirs')
    return json({ access_token: 'theirs', token_type: 'bearer', expires_in: 60, refresh_token: 'r' })
  })
  on(`${OTHER}/revoke`, () => new Response(null))
  return { resource: SERVER, authorization_servers: [OTHER] }
}

/** Somebody signed in at the other issuer; now the application has credentials, and the server names their issuer. */
async function comeLater(credentials: Partial<OAuthOptions>) {
  const all = setUp({ store: memoryStore() })
  const { servers, auth, environment, create } = all
  const { resource } = servers
  servers.resource = nameOther(servers)
  expect(await auth.signIn(agree)).toMatchObject({ status: 'authorized', issuer: OTHER })
  servers.resource = resource
  environment.advance(40_000)
  servers.asked.length = 0
  return { ...all, later: create(credentials) }
}

/** What every server but the right one got, as far as it tells the secret. */
function leaks({ asked }: FakeServers) {
  const shown = asked.filter(({ url }) => !url.startsWith(ISSUER))
  const hidden = [secret, encodeURIComponent(secret), btoa(`${id}:${secret}`)]
  return shown.filter((entry) => hidden.some((text) => JSON.stringify(entry).includes(text)))
}

test('the secret of a machine never goes to the issuer of a token that was there before', async () => {
  const grant = clientCredentials({ issuer: ISSUER, id, secret })
  const { servers, later } = await comeLater({ grant })
  expect((await later.fetch(SERVER, request())).status).toBe(200)
  expect(leaks(servers)).toEqual([])
  expect(servers.to(`${OTHER}/token`)).toEqual([])
  expect(servers.to(`${ISSUER}/token`)[0]?.headers.authorization).toBe(`Basic ${btoa(`${id}:${secret}`)}`)
  expect(later.status).toMatchObject({ status: 'authorized', issuer: ISSUER })
})

test('the secret of a client never goes to another issuer that knows the same id, to refresh or to revoke', async () => {
  const client = { issuer: ISSUER, id, secret }
  const refreshing = await comeLater({ client })
  const failure = { code: 'authorization-required', reason: 'first' }
  await expect(refreshing.later.fetch(SERVER, request())).rejects.toMatchObject(failure)
  const revoking = await comeLater({ client })
  await revoking.later.signOut({ revoke: true })
  for (const { servers } of [refreshing, revoking]) {
    expect(leaks(servers)).toEqual([])
    expect(servers.asked.filter(({ url }) => url.startsWith(OTHER))).toEqual([])
  }
  expect(await refreshing.later.signIn(agree)).toMatchObject({ status: 'authorized', issuer: ISSUER })
  expect((await refreshing.later.fetch(SERVER, request())).status).toBe(200)
})

test('a client is not recalled for another issuer, even from a store that would allow it', async () => {
  const client = { issuer: ISSUER, id, secret }
  const vault = createRecords(memoryStore(), SERVER, () => 0)
  const clients = createClientRegistry(
    () => expect.fail('nobody is asked'),
    vault,
    { server: SERVER, client },
    () => {},
  )
  expect(await clients.findKnown(ISSUER, id)).toBe(client)
  expect(await clients.findKnown(OTHER, id)).toBeUndefined()
})

test('an issuer that is an origin is the same with a slash', async () => {
  const origin = new URL(SERVER).origin
  const { servers, auth } = setUp({ client: { issuer: origin, id, secret } })
  servers.on('https://mcp.example/.well-known/oauth-protected-resource/mcp', json({}, 404))
  servers.on(SERVER, ({ headers }) => json({}, servers.good.has(`${headers.authorization}`) ? 200 : 401))
  const endpoints = { authorization_endpoint: `${origin}/authorize`, token_endpoint: `${origin}/token` }
  servers.on(
    `${origin}/.well-known/oauth-authorization-server`,
    json({ ...servers.metadata, ...endpoints, issuer: `${origin}/` }),
  )
  servers.on(`${origin}/token`, () => {
    servers.good.add('Bearer own')
    return json({ access_token: 'own', token_type: 'bearer' })
  })
  expect(await auth.signIn(agree)).toMatchObject({ status: 'authorized', issuer: `${origin}/` })
  expect((await auth.fetch(SERVER, request())).status).toBe(200)
  expect(servers.to(`${origin}/token`)[0]?.headers.authorization).toBe(`Basic ${btoa(`${id}:${secret}`)}`)
})

test('credentials of a client and of a machine do not go together', () => {
  const both = { client: { issuer: OTHER, id }, grant: clientCredentials({ issuer: ISSUER, id, secret }) }
  expect(() => setUp(both)).toThrow(TypeError)
})
