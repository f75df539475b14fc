/** How a client proves itself, and what it registers. */
import { describe, expect, test } from 'vitest'
import { dpop } from '../../../src/oauth/dpop/index.ts'
import { createClientAuth, encodeBasicCredentials } from '../../../src/oauth/register/client-auth.ts'
import { checkClientMetadata, clientMetadataDocument } from '../../../src/oauth/register/client-document.ts'
import { createClientMetadata } from '../../../src/oauth/register/registration.ts'
import { json } from './fake-servers.ts'

const decode = (header: string) => atob(header.replace('Basic ', ''))

describe('Basic', () => {
  test.for<[string, string]>([
    ['plain', 'plain'],
    ['a:b', 'a%3Ab'],
    ['100%', '100%25'],
    ['two words', 'two+words'],
    ['a+b', 'a%2Bb'],
    ['é€😀', '%C3%A9%E2%82%AC%F0%9F%98%80'],
    ["-._~!*'()", "-._~!*'()"],
  ])('encodes %s as %s', ([text, expected]) => {
    expect(decode(encodeBasicCredentials(text, text))).toBe(`${expected}:${expected}`)
  })
})

/** Where the credentials end up. */
async function shown(identity: Parameters<typeof createClientAuth>[0], methods?: string[]) {
  const as = { issuer: 'https://as.example', ...(methods ? { token_endpoint_auth_methods_supported: methods } : {}) }
  const [body, headers] = [new URLSearchParams(), new Headers()]
  await createClientAuth(identity, as)(as, { client_id: identity.id }, body, headers)
  if (headers.has('authorization')) return 'basic'
  return body.has('client_secret') ? 'post' : 'none'
}

describe('a client', () => {
  const [basicMethod, post] = ['client_secret_basic', 'client_secret_post']
  test.for<[string | undefined, string | undefined, string[] | undefined, string]>([
    [undefined, undefined, undefined, 'none'],
    [undefined, undefined, [basicMethod], 'none'],
    ['s', undefined, undefined, 'basic'],
    ['s', undefined, [post], 'post'],
    ['s', undefined, [post, basicMethod], 'basic'],
    ['s', undefined, ['none'], 'none'],
    ['s', undefined, ['private_key_jwt'], 'basic'],
    ['s', post, undefined, 'post'],
    ['s', post, [post, basicMethod], 'post'],
    ['s', post, [basicMethod], 'basic'],
    ['s', 'none', undefined, 'none'],
  ])('with secret %s, registered for %s, at a server of %s, uses %s', async ([secret, method, methods, expected]) => {
    expect(await shown({ id: 'x', secret, method }, methods)).toBe(expected)
  })

  test('describes itself', () => {
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
    expect(createClientMetadata({ offline: false }, 'https://a/cb').grant_types).toEqual(['authorization_code'])
    expect(createClientMetadata({}, 'https://a/cb', [post]).token_endpoint_auth_method).toBe(post)
    expect(createClientMetadata({ dpop: dpop({ required: true }) }, 'https://a/cb').dpop_bound_access_tokens).toBe(true)
    expect(
      createClientMetadata({ clientMetadata: { redirect_uris: ['https://evil'] } }, 'https://a/cb').redirect_uris,
    ).toEqual(['https://a/cb'])
  })
})

describe('a metadata document', () => {
  const options = { clientMetadataUrl: 'https://app.example/client.json', redirectUri: 'https://app.example/cb' }

  test('is made from the options that are used', () => {
    const clientMetadata = { client_name: 'Mine', client_id: 'https://evil.example/', redirect_uris: [] }
    expect(clientMetadataDocument({ ...options, clientMetadata })).toEqual({
      client_id: options.clientMetadataUrl,
      client_name: 'Mine',
      redirect_uris: [options.redirectUri],
      application_type: 'web',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    })
    expect(clientMetadataDocument({ ...options, offline: false }).grant_types).toEqual(['authorization_code'])
  })

  test('that is hosted is compared with them', async () => {
    const hosted = {
      ...clientMetadataDocument(options),
      redirect_uris: ['https://other.example/', options.redirectUri],
    }
    const check = (answer: Response) => checkClientMetadata({ ...options, fetch: async () => answer })
    expect(await check(json(hosted))).toEqual([])
    expect(await check(json({ ...hosted, client_id: 'https://app.example/other.json', response_types: [] }))).toEqual([
      'response_types: expected ["code"], got []',
      'client_id: expected "https://app.example/client.json", got "https://app.example/other.json"',
    ])
    expect(await check(json({ ...hosted, redirect_uris: [options.redirectUri, 'http://localhost:8080/cb'] }))).toEqual([
      'redirect_uris: expected no loopback address beside others, got ["http://localhost:8080/cb"]',
    ])
    expect(await check(new Response('gone', { status: 404 }))).toHaveLength(1)
    expect(await check(new Response('<p>'))).toHaveLength(1)
  })
})
