/** Grants without a user. Signatures are checked with another library. */
import { exportJWK, exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import {
  clientCredentials,
  enterprise,
  type SignatureAlgorithm,
  workload,
} from '../../../../src/oauth/machine/index.ts'
import { createOAuth } from '../../../../src/oauth/oauth.ts'
import type { Grant } from '../../../../src/oauth/token/grant.ts'
import { createManualEnvironment } from '../../manual-environment.ts'
import { createFakeServers, ISSUER, json, request, SERVER } from '../fake-servers.ts'

function setUp(grant: Grant, metadata: object = {}) {
  const servers = createFakeServers()
  servers.metadata = { ...servers.metadata, ...metadata }
  const auth = createOAuth(createManualEnvironment())({ server: SERVER, grant, fetch: servers.fetch })
  const forms = () => servers.to(`${ISSUER}/token`).map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
  return { servers, auth, forms, call: () => auth.fetch(SERVER, request()) }
}

const issuer = ISSUER

describe('client credentials', () => {
  test('one token is requested for all concurrent requests, and another one after it was refused', async () => {
    const { servers, auth, forms, call } = setUp(clientCredentials({ issuer, id: 'robot', secret: 's' }))
    const answers = await Promise.all(Array.from({ length: 20 }, call))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(forms()).toEqual([{ grant_type: 'client_credentials', resource: SERVER }])
    expect(servers.to(`${ISSUER}/token`)[0]?.headers.authorization).toBe(`Basic ${btoa('robot:s')}`)
    expect(auth.extensions).toEqual({ 'io.modelcontextprotocol/oauth-client-credentials': {} })
    servers.validTokens.clear()
    await Promise.all(Array.from({ length: 20 }, call))
    expect(forms()).toHaveLength(2)
    expect(auth.status).toMatchObject({ status: 'authorized', issuer })
  })

  test.for<SignatureAlgorithm>([
    'ES256',
    'ES384',
    'ES512',
    'RS256',
    'RS384',
    'RS512',
    'PS256',
    'PS384',
    'PS512',
    'Ed25519',
  ])('a %s key signs the client assertion, as CryptoKey, JWK or PEM', async (alg) => {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
    for (const key of [privateKey, await exportJWK(privateKey), await exportPKCS8(privateKey)]) {
      const { forms, call } = setUp(clientCredentials({ issuer, id: 'robot', key: key as CryptoKey, alg, kid: 'k1' }))
      await call()
      const { client_assertion, ...rest } = forms()[0]!
      expect(rest).toEqual({
        grant_type: 'client_credentials',
        resource: SERVER,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      })
      const { payload, protectedHeader } = await jwtVerify(client_assertion!, publicKey, { audience: issuer })
      expect(protectedHeader).toMatchObject({ alg, kid: 'k1' })
      expect(payload).toMatchObject({ iss: 'robot', sub: 'robot', aud: issuer })
      expect(payload.exp! - payload.iat!).toBeLessThanOrEqual(60)
    }
  })

  test('claims are added to the assertion, or replace its own', async () => {
    const { privateKey: key, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const claims = { tenant: 'acme', aud: `${ISSUER}/token` }
    const { forms, call } = setUp(clientCredentials({ issuer, id: 'robot', key, alg: 'ES256', claims }))
    await call()
    const { payload } = await jwtVerify(forms()[0]!.client_assertion!, publicKey, { audience: claims.aud })
    expect(payload).toMatchObject({ iss: 'robot', sub: 'robot', ...claims })
  })

  test('an assertion that somebody else signed is sent as it is, and asked for with each request', async () => {
    const contexts: unknown[] = []
    const assertion = async (context: object) => `signed-${contexts.push(context)}`
    const { servers, forms, call } = setUp(clientCredentials({ issuer, id: 'robot', assertion }))
    await call()
    servers.validTokens.clear()
    await call()
    expect(forms().map(({ client_assertion }) => client_assertion)).toEqual(['signed-1', 'signed-2'])
    expect(forms()[0]).toEqual({
      grant_type: 'client_credentials',
      resource: SERVER,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: 'signed-1',
    })
    expect(contexts[0]).toEqual({ issuer, tokenEndpoint: `${ISSUER}/token`, resource: SERVER })
    const fixed = setUp(clientCredentials({ issuer, id: 'robot', assertion: 'ready' }))
    await fixed.call()
    expect(fixed.forms()[0]).toMatchObject({ client_assertion: 'ready' })
  })

  test('without an assertion nothing is sent', async () => {
    expect(() => clientCredentials({ issuer, id: 'robot', assertion: '' })).toThrow('assertion: expected a text')
    const { forms, call } = setUp(clientCredentials({ issuer, id: 'robot', assertion: () => '' }))
    await expect(call()).rejects.toMatchObject({ code: 'auth', reason: 'token-refused' })
    expect(forms()).toEqual([])
  })

  test('an assertion does not appear in the error of a server that repeats it', async () => {
    const { servers, call } = setUp(clientCredentials({ issuer, id: 'robot', assertion: 'canary-assertion' }))
    const repeating = { error: 'invalid_client', error_description: 'canary-assertion is not known' }
    servers.on(`${ISSUER}/token`, json(repeating, 401))
    const error = (await call().catch((reason: unknown) => reason)) as Error
    expect(JSON.stringify([error, error.message, `${error.stack}`])).not.toContain('canary')
  })

  test('the scopes of the server are filtered for services too', async () => {
    const servers = createFakeServers()
    servers.resource = { ...servers.resource, scopes_supported: ['read', 'admin'] }
    const grant = clientCredentials({ issuer, id: 'robot', secret: 's' })
    const filterScopes = (scopes: string[]) => scopes.filter((scope) => scope !== 'admin')
    const auth = createOAuth(createManualEnvironment())({ server: SERVER, grant, fetch: servers.fetch, filterScopes })
    await auth.fetch(SERVER, request())
    expect(new URLSearchParams(servers.to(`${ISSUER}/token`)[0]?.body).get('scope')).toBe('read')
  })

  test('an algorithm that the server does not accept is an error', async () => {
    const { privateKey: key } = await generateKeyPair('ES256', { extractable: true })
    const grant = clientCredentials({ issuer, id: 'robot', key, alg: 'ES256' })
    const { call, forms } = setUp(grant, { token_endpoint_auth_signing_alg_values_supported: ['RS256'] })
    await expect(call()).rejects.toMatchObject({ code: 'auth', reason: 'client-auth-unsupported', issuer })
    expect(forms()).toEqual([])
  })

  test('a missing scope is an error, and no wider token is requested', async () => {
    const { servers, auth, call, forms } = setUp(clientCredentials({ issuer, id: 'robot', secret: 's' }))
    await call()
    servers.on(SERVER, json({}, 403, { 'www-authenticate': 'Bearer error="insufficient_scope", scope="write"' }))
    await expect(call()).rejects.toMatchObject({ code: 'insufficient-scope', scope: 'write' })
    expect(forms()).toHaveLength(1)
    expect(auth.status.status).toBe('authorized')
  })

  test('a refusal of the token endpoint is final', async () => {
    const { servers, auth, call, forms } = setUp(clientCredentials({ issuer, id: 'robot', secret: 's' }))
    servers.on(`${ISSUER}/token`, json({ error: 'unauthorized_client' }, 400))
    await expect(call()).rejects.toMatchObject({ reason: 'token-refused', server: { error: 'unauthorized_client' } })
    expect(forms()).toHaveLength(1)
    expect(auth.status).toMatchObject({ status: 'failed' })
  })
})

test.for<[string, Grant]>([
  ['a secret', clientCredentials({ issuer, id: 'robot', secret: 'canary' })],
  ['an assertion', workload({ issuer, assertion: () => 'canary' })],
  ['a login', enterprise({ issuer, id: 'x', idp: { tokenEndpoint: `${ISSUER}/token`, id: 'x', idToken: 'canary' } })],
])('%s is sent to its own issuer only', async ([, grant]) => {
  const { servers, call } = setUp(grant)
  servers.resource = { resource: SERVER, authorization_servers: ['https://evil.example'] }
  await expect(call()).rejects.toMatchObject({ reason: 'authorization-server-changed' })
  expect(JSON.stringify(servers.requests)).not.toContain('canary')
  expect(servers.requests.filter(({ url }) => url.includes('evil'))).toEqual([])
})

describe('enterprise', () => {
  const IDP = 'https://idp.example'
  const idp = { tokenEndpoint: `${IDP}/token`, id: 'app', idToken: async () => 'login' }
  const jag = { issued_token_type: 'urn:ietf:params:oauth:token-type:id-jag', access_token: 'jag', token_type: 'N_A' }

  test('the ID token is exchanged for an assertion, and that for a token', async () => {
    const { servers, forms, call } = setUp(enterprise({ issuer, id: 'client', secret: 's', idp }))
    servers.on(`${IDP}/token`, json(jag))
    expect((await call()).status).toBe(200)
    expect(Object.fromEntries(new URLSearchParams(servers.to(`${IDP}/token`)[0]?.body))).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      requested_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
      audience: issuer,
      resource: SERVER,
      subject_token: 'login',
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      client_id: 'app',
    })
    expect(forms()).toEqual([
      { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: 'jag', resource: SERVER },
    ])
    expect(servers.to(SERVER).some(({ headers }) => headers.authorization?.includes('jag'))).toBe(false)
  })

  test.for<string[] | undefined>([undefined, [], ['urn:ietf:params:oauth:grant-profile:id-jag']])(
    'the identity provider is used whatever grant profiles the server lists: %j',
    async (profiles) => {
      const metadata = { authorization_grant_profiles_supported: profiles }
      const { servers, call } = setUp(enterprise({ issuer, id: 'client', idp }), metadata)
      servers.on(`${IDP}/token`, json(jag))
      expect((await call()).status).toBe(200)
      expect(servers.to(`${ISSUER}/authorize`)).toEqual([])
    },
  )

  test('without a token endpoint the metadata of the identity provider are read', async () => {
    const { servers, call } = setUp(
      enterprise({ issuer, id: 'client', idp: { issuer: IDP, id: 'app', idToken: 'login' } }),
    )
    servers.on(`${IDP}/.well-known/openid-configuration`, json({ issuer: IDP, token_endpoint: `${IDP}/exchange` }))
    servers.on(`${IDP}/exchange`, json(jag))
    expect((await call()).status).toBe(200)
  })

  test('a refusal by the identity provider is final, and it must issue the requested token type', async () => {
    const { servers, call, forms } = setUp(enterprise({ issuer, id: 'client', idp }))
    servers.on(`${IDP}/token`, json({ error: 'access_denied' }, 400))
    await expect(call()).rejects.toMatchObject({ reason: 'blocked-by-policy', server: { error: 'access_denied' } })
    servers.on(`${IDP}/token`, json({ ...jag, issued_token_type: 'urn:ietf:params:oauth:token-type:access_token' }))
    await expect(call()).rejects.toMatchObject({ reason: 'token-refused' })
    servers.on(`${IDP}/token`, json({}, 503))
    await expect(call()).rejects.toMatchObject({ reason: 'temporarily-unavailable' })
    expect(forms()).toEqual([])
  })
})

test('a workload creates a new assertion for each grant and gets its audience', async () => {
  const contexts: unknown[] = []
  const grant = workload({ issuer, assertion: async (context) => `jwt-${contexts.push(context)}` })
  const { servers, call, forms } = setUp(grant)
  await call()
  servers.validTokens.clear()
  await call()
  const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
  expect(forms()).toEqual([
    { grant_type, assertion: 'jwt-1', resource: SERVER },
    { grant_type, assertion: 'jwt-2', resource: SERVER },
  ])
  expect(contexts[0]).toEqual({ issuer, tokenEndpoint: `${ISSUER}/token`, resource: SERVER })
})

test('metadata without a token endpoint are an error, and no credentials are sent', async () => {
  const grant = clientCredentials({ issuer: ISSUER, id: 'robot', secret: 's' })
  const { servers, auth, call } = setUp(grant, { token_endpoint: undefined })
  const failure = { code: 'auth', reason: 'authorization-server-metadata-unavailable', issuer: ISSUER }
  await expect(call()).rejects.toMatchObject(failure)
  expect(auth.status).toMatchObject({ status: 'failed', error: failure })
  expect(servers.requests.some(({ headers }) => headers.authorization)).toBe(false)
})

describe('empty credentials', () => {
  test('an empty secret or ID token in the options is a TypeError', () => {
    expect(() => clientCredentials({ issuer, id: 'robot', secret: '' })).toThrow(TypeError)
    // As a program without types would write it.
    expect(() => clientCredentials({ issuer, id: 'robot', secret: undefined as unknown as string })).toThrow(TypeError)
    const idp = { tokenEndpoint: 'https://idp.example/token', id: 'app', idToken: '' }
    expect(() => enterprise({ issuer, id: 'app', idp })).toThrow(TypeError)
    expect(() => enterprise({ issuer, id: 'app', secret: '', idp: { ...idp, idToken: 'login' } })).toThrow(TypeError)
    expect(() => enterprise({ issuer, id: 'app', idp: { ...idp, idToken: 'login', secret: '' } })).toThrow(TypeError)
  })

  test.for<[string, Grant]>([
    [
      'ID token',
      enterprise({ issuer, id: 'a', idp: { tokenEndpoint: `${ISSUER}/token`, id: 'b', idToken: () => '' } }),
    ],
    ['assertion', workload({ issuer, assertion: () => '' })],
  ])('an empty %s is an error, and nothing is sent', async ([, grant]) => {
    const { call, forms, auth } = setUp(grant)
    await expect(call()).rejects.toMatchObject({ code: 'auth', reason: 'token-refused', delivery: 'not-executed' })
    expect(forms()).toEqual([])
    expect(auth.status.status).toBe('failed')
  })
})
