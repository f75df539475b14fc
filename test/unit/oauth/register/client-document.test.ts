/** The client metadata document, and the check of its hosted copy. */
import { describe, expect, test } from 'vitest'
import { checkClientMetadata, clientMetadataDocument } from '../../../../src/oauth/register/client-document.ts'
import { json } from '../fake-servers.ts'

describe('the client metadata document', () => {
  const options = { clientMetadataUrl: 'https://app.example/client.json', redirectUri: 'https://app.example/cb' }

  test('the document is made from the options of oauth()', () => {
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
    expect(clientMetadataDocument({ ...options, requestRefreshToken: false }).grant_types).toEqual([
      'authorization_code',
    ])
  })

  test('the hosted copy is compared with the options', async () => {
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
