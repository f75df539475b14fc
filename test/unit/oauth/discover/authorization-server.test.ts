/** Where the metadata of an authorization server are looked for, and which members are taken. */
import { describe, expect, test } from 'vitest'
import { AS, ISSUER, json, PRM } from '../fake-servers.ts'
import { discover, gone, issuedBy, protectedBy } from './run-discovery.ts'

describe('authorization server metadata', () => {
  const OPENID = '/.well-known/openid-configuration'

  test('the well-known URLs are tried in the order of the specification', async () => {
    const root = await discover({ [AS]: gone() })
    expect(root.urls.slice(1)).toEqual([AS, ISSUER + OPENID])
    expect(root.outcome).toMatchObject({ reason: 'authorization-server-metadata-unavailable', issuer: ISSUER })
    const path = await discover({ [`${PRM}/mcp`]: protectedBy(`${ISSUER}/t`) })
    expect(path.urls.slice(1)).toEqual([`${AS}/t`, `${ISSUER}${OPENID}/t`, `${ISSUER}/t${OPENID}`])
  })

  test.for([400, 401, 404, 410, 429, 502])('after status %s the next URL is tried', async (status) => {
    const { outcome } = await discover({ [AS]: () => gone(status), [ISSUER + OPENID]: issuedBy(ISSUER) })
    expect(outcome.as.issuer).toBe(ISSUER)
  })

  test.for([500, 503, 504])('status %s ends the search', async (status) => {
    const { outcome, urls } = await discover({ [AS]: () => gone(status), [ISSUER + OPENID]: issuedBy(ISSUER) })
    expect([urls.at(-1), outcome.reason, outcome.retryable]).toEqual([
      AS,
      'authorization-server-metadata-unavailable',
      true,
    ])
  })

  test.for([`${ISSUER}/`, 'HTTPS://as.example', 'https://as.example:443', 'https://evil.example', 7, null])(
    'metadata of the issuer %j are refused',
    async (issuer) => {
      const { outcome, urls } = await discover({ [AS]: json({ issuer }) })
      expect([urls.at(-1), outcome.reason]).toEqual([AS, 'issuer-mismatch'])
    },
  )

  test('only known members of the right type are taken', async () => {
    const fields = {
      token_endpoint: 7,
      scopes_supported: ['a', 7, null],
      code_challenge_methods_supported: 'S256',
      client_id_metadata_document_supported: 'true',
      authorization_response_iss_parameter_supported: 1,
      __proto__x: 1,
      jwks_uri: 'https://as.example/jwks',
    }
    const { outcome } = await discover({ [AS]: issuedBy(ISSUER, fields) })
    expect(outcome.as).toEqual({ issuer: ISSUER, scopes_supported: ['a'] })
  })
})
