/** Checks the options of `oauth()`. Mistakes of the developer are TypeErrors. */

import { parseEndpoint } from '../core/util/parse-endpoint.ts'
import { parseUrl } from '../core/util/parse-url.ts'
import { isLoopback } from '../shared/localhost.ts'
import type { OAuthOptions } from './options.ts'

/** Parameters of the authorization request that only the flow may set; `request` would replace all of them. */
const FLOW_PARAMETERS = [
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'scope',
  'dpop_jkt',
  'request',
  'request_uri',
]

/** Returns the endpoint. */
export function checkOptions(options: OAuthOptions): URL {
  const {
    server,
    redirectUri,
    allowCustomScheme,
    clientMetadataUrl,
    client,
    grant,
    authorizationParameters = {},
  } = options
  // Each is bound to one issuer, and there can be only one.
  if (client && grant) throw new TypeError('client, grant: expected one of them, got both')
  const { url, mistake } = parseEndpoint(server)
  if (!url) throw new TypeError(`server: expected an http or https URL, got ${mistake}`)
  url.hash = ''
  if (redirectUri !== undefined) checkRedirectUri(redirectUri, allowCustomScheme)
  if (clientMetadataUrl !== undefined && !isClientIdUrl(clientMetadataUrl)) {
    throw new TypeError('clientMetadataUrl: expected an https URL with nothing but a path')
  }
  const reserved = Object.keys(authorizationParameters).find((name) => FLOW_PARAMETERS.includes(name))
  if (reserved) throw new TypeError(`authorizationParameters: ${reserved} is set by the flow itself`)
  return url
}

/** A text that differs from its normalised form has dot segments or characters that are sent encoded. */
function isClientIdUrl(text: string): boolean {
  return parseUrl(text)?.href === text && /^https:\/\/[^@/]+\/[^#?][^#]*$/.test(text)
}

export function checkRedirectUri(redirectUri: string | undefined, allowCustomScheme = false): string {
  const url = parseUrl(redirectUri ?? '')
  const isWeb = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url))
  // Schemes of native applications (RFC 8252, section 7.1), but not those that can never be a callback.
  const isCustom = url && !/^(https?|javascript|data|file|ftp|blob):/.test(url.protocol)
  if (redirectUri && (isWeb || (isCustom && allowCustomScheme)) && !redirectUri.includes('#')) return redirectUri
  const hint = isCustom ? '. A native application sets allowCustomScheme' : ''
  throw new TypeError(`redirectUri: expected an https or loopback URL without a fragment${hint}`)
}
