/** An `OAuthClientProvider` as an application writes it: in memory, with a user who agrees at once. */

/** What is used of it here; the SDK uses the rest. */
export interface Provider {
  tokens(): { access_token: string; scope?: string } | undefined
  /** How the user came back; only once. */
  takeCallback?(): { authorizationCode: string; iss: string | undefined }
}

/** More authorizations than this are a loop. */
const MAX_AUTHORIZATIONS = 3

/** Never requested: the response of the authorization server is read from its redirect. */
const redirectUrl = 'http://localhost:3000/callback'

export function createProvider(registered?: object): Provider {
  let information: object | undefined = registered
  let tokens: { access_token: string } | undefined
  let verifier = ''
  let callback: URLSearchParams | undefined
  let authorizations = 0
  const provider = {
    redirectUrl,
    clientMetadata: {
      client_name: 'conformance',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
    },
    ...(!registered && { clientMetadataUrl: 'https://conformance-test.local/client-metadata.json' }),
    clientInformation: () => information,
    saveClientInformation(saved: object) {
      information = saved
    },
    tokens: () => tokens,
    saveTokens(saved: { access_token: string }) {
      tokens = saved
    },
    saveCodeVerifier(saved: string) {
      verifier = saved
    },
    codeVerifier: () => verifier,
    async redirectToAuthorization(url: URL) {
      if (++authorizations > MAX_AUTHORIZATIONS) throw new Error('Too many authorizations')
      const response = await fetch(url, { redirect: 'manual' })
      await response.body?.cancel()
      callback = new URL(response.headers.get('location') ?? '', url).searchParams
    },
    invalidateCredentials(scope: string) {
      if (scope === 'all' || scope === 'client') information = registered
      if (scope === 'all' || scope === 'tokens') tokens = undefined
    },
    takeCallback() {
      const parameters = callback
      callback = undefined
      return { authorizationCode: parameters!.get('code')!, iss: parameters!.get('iss') ?? undefined }
    },
  }
  return provider
}
