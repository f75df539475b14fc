/** The client metadata document, and the check of its hosted copy. */
import { describe, expect, test, vi } from 'vitest'
import { checkClientMetadata, clientMetadataDocument } from '../../../../src/oauth/register/client-document.ts'
import { json } from '../fake-servers.ts'
import { setUp } from '../signed-in.ts'

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

  test('the document has a name, which is required, and so must the hosted copy', async () => {
    const { client_name, ...nameless } = clientMetadataDocument(options)
    expect(client_name).toBe('app.example')
    const check = (hosted: object) => checkClientMetadata({ ...options, fetch: async () => json(hosted) })
    expect(await check({ ...nameless, client_name: 'Any name' })).toEqual([])
    expect(await check(nameless)).toEqual(['client_name: expected "app.example", got undefined'])
  })

  test('a fetch that throws at once is a difference, not an unhandled rejection', async () => {
    const onUnhandled = vi.fn()
    process.on('unhandledRejection', onUnhandled)
    const fetch = () => {
      throw new Error('no network')
    }
    expect(await checkClientMetadata({ ...options, fetch })).toHaveLength(1)
    await new Promise((resolve) => setTimeout(resolve, 5))
    process.off('unhandledRejection', onUnhandled)
    expect(onUnhandled).not.toHaveBeenCalled()
  })

  test('before the user leaves, the hosted copy must list the redirect URI, on loopback with any port', async () => {
    const { clientMetadataUrl } = options
    const signIn = async (hosted: Response | undefined, redirectUri: string) => {
      const { servers, auth } = setUp({ clientMetadataUrl, redirectUri })
      servers.metadata.client_id_metadata_document_supported = true
      if (hosted) servers.on(clientMetadataUrl, hosted)
      const urls: URL[] = []
      const outcome = await auth.signIn(async (url) => void urls.push(url)).catch((error) => error.reason)
      return urls.length ? urls[0]?.searchParams.get('redirect_uri') : outcome
    }
    const other = json({ redirect_uris: ['https://app.example/other'] })
    const native = json({ redirect_uris: ['http://127.0.0.1/cb'] })
    expect(await signIn(other, options.redirectUri)).toBe('redirect-uri-unlisted')
    expect(await signIn(json(clientMetadataDocument(options)), options.redirectUri)).toBe(options.redirectUri)
    expect(await signIn(native, 'http://127.0.0.1:4711/cb')).toBe('http://127.0.0.1:4711/cb')
    // What cannot be read proves nothing.
    expect(await signIn(undefined, options.redirectUri)).toBe(options.redirectUri)
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

  test('a copy that cannot be fetched and wrong options are in the list, and are no errors', async () => {
    const fetch = () => Promise.reject(new TypeError('fetch failed'))
    expect(await checkClientMetadata({ ...options, fetch })).toEqual([
      'expected a JSON object at https://app.example/client.json, got no response (TypeError: fetch failed)',
    ])
    const endless = () => new Response(new ReadableStream({ start: (body) => body.error(new Error('cut')) }))
    expect(await checkClientMetadata({ ...options, fetch: async () => endless() })).toEqual([
      'expected a JSON object at https://app.example/client.json, got status 200',
    ])
    for (const wrong of [{ redirectUri: 'nowhere' }, { clientMetadataUrl: 'nowhere' }, { clientMetadataUrl: '' }]) {
      const [name] = Object.keys(wrong)
      const list = await checkClientMetadata({ ...options, ...wrong, fetch: () => expect.fail('nothing to fetch') })
      expect(list).toEqual([expect.stringMatching(`^${name}: expected`)])
    }
  })

  test('a copy that does not arrive within ten seconds is in the list', async () => {
    vi.useFakeTimers()
    try {
      const checking = checkClientMetadata({ ...options, fetch: () => new Promise(() => {}) })
      await vi.advanceTimersByTimeAsync(10_000)
      expect(await checking).toEqual([expect.stringMatching('got no response')])
    } finally {
      vi.useRealTimers()
    }
  })
})
