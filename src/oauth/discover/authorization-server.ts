/** Finds the metadata of an authorization server (RFC 8414, OpenID Connect Discovery). */
import { parseUrl } from '../../core/util/parse-url.ts'
import { AuthError } from '../errors.ts'
import { type OAuthRequest, type OAuthResponse, type RequestOptions, requestFirstFound } from '../http/request.ts'
import { pickMetadata, type ServerMetadata } from './server-metadata.ts'

const OAUTH = '/.well-known/oauth-authorization-server'
const OPENID = '/.well-known/openid-configuration'

/**
 * Resolves to undefined if there are no metadata at any of the well-known URLs. Those without PKCE are used only if `needsPkce`
 * is false or none of the other URLs has metadata with PKCE.
 * `guessed` says that the issuer is the origin of the MCP server; its metadata may then end the issuer with a slash.
 */
export async function findServerMetadata(
  request: OAuthRequest,
  issuer: string,
  guessed: boolean,
  needsPkce: boolean,
  options: RequestOptions,
): Promise<ServerMetadata | undefined> {
  const { origin, pathname } = parseUrl(issuer) ?? throwMetadataError(issuer, 'are not there')
  const path = pathname.replace(/\/$/, '')
  const paths = path ? [OAUTH + path, OPENID + path, path + OPENID] : [OAUTH, OPENID]
  // An iterator, so that the second search goes on where the first one ended.
  const urls = paths.map((wellKnown) => origin + wellKnown).values()
  const findNext = async () => {
    const found = await requestFirstFound(request, urls, 'authorization-server', options)
    return found && readMetadata(found.response, issuer, guessed)
  }
  const first = await findNext()
  let next = needsPkce ? first : undefined
  try {
    while (next && !supportsPkce(next)) next = await findNext()
  } catch {
    options.signal?.throwIfAborted()
    return first
  }
  return next ?? first
}

export function supportsPkce({ code_challenge_methods_supported: methods }: ServerMetadata): boolean | undefined {
  return methods?.includes('S256')
}

function readMetadata({ status, json }: OAuthResponse, issuer: string, guessed: boolean): ServerMetadata {
  if (status !== 200 || !json) return throwMetadataError(issuer, `are not there (${status})`, status)
  // RFC 8414, section 3.3: the issuer must be identical. It is compared as text, without URL normalisation.
  if (json.issuer === issuer || (guessed && json.issuer === `${issuer}/`)) return pickMetadata(json.issuer, json)
  throw new AuthError(`The metadata of ${issuer} are of another issuer`, { reason: 'issuer-mismatch', issuer })
}

export function throwMetadataError(issuer: string, problem: string, status = 0): never {
  throw new AuthError(`The metadata of ${issuer} ${problem}`, {
    reason: 'authorization-server-metadata-unavailable',
    issuer,
    status: status || undefined,
    retryable: status >= 500,
  })
}
