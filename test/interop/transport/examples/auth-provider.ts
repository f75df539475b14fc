/** The provider of the example in docs/transport.md: it keeps everything in memory, and its user agrees at once. */
import type { OAuthClientProvider, StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client'

let tokens: StoredOAuthTokens | undefined
let client: StoredOAuthClientInformation | undefined
let verifier = ''
let authorizationUrl: URL | undefined

export const authProvider: OAuthClientProvider = {
  redirectUrl: 'https://app.example/callback',
  clientMetadata: { client_name: 'app', redirect_uris: ['https://app.example/callback'] },
  clientInformation: () => client,
  saveClientInformation(information) {
    client = information as StoredOAuthClientInformation
  },
  tokens: () => tokens,
  saveTokens(saved) {
    tokens = saved
  },
  redirectToAuthorization(url) {
    authorizationUrl = url
  },
  saveCodeVerifier(saved) {
    verifier = saved
  },
  codeVerifier: () => verifier,
}

export async function userSignsIn(): Promise<object> {
  const response = await fetch(authorizationUrl!, { redirect: 'manual' })
  const callback = new URL(response.headers.get('location')!)
  return { authorizationCode: callback.searchParams.get('code')!, iss: callback.searchParams.get('iss') ?? undefined }
}
