/** Finds the protected resource metadata of the MCP server (RFC 9728). */
import { cleanText } from '../../core/util/clean-text.ts'
import { parseHttpUrl, parseUrl } from '../../core/util/parse-url.ts'
import { AuthError } from '../errors.ts'
import { type OAuthRequest, type OAuthResponse, type RequestOptions, requestFirstFound } from '../http/request.ts'
import { asString } from '../http/response-errors.ts'
import { toStringList } from './server-metadata.ts'

export interface ProtectedResource {
  /** As the server writes it. */
  resource: string
  /** Empty if the server names none; it is its own authorization server then. */
  issuers: string[]
  scope: string | undefined
  /** The URL of the metadata. Undefined for a server of 2025-03-26, which has none. */
  prm: string | undefined
}

/** How the resource of metadata is compared with the endpoint. */
export interface ResourceMatch {
  resourceMatch?: 'prefix' | 'exact' | undefined
  validateResourceUrl?: ((resource: string, endpoint: URL) => boolean) | undefined
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** `metadataUrl` is the `resource_metadata` of the challenge; without it the well-known URLs are tried. */
export async function findProtectedResource(
  request: OAuthRequest,
  endpoint: URL,
  metadataUrl: string | undefined,
  match: ResourceMatch,
  options: RequestOptions,
): Promise<ProtectedResource> {
  const { origin, pathname, search } = endpoint
  const root = origin + WELL_KNOWN
  const atPath = pathname === '/' && !search ? root : root + pathname + search
  const purpose = 'resource-metadata'
  const found =
    metadataUrl === undefined
      ? await requestFirstFound(request, new Set([atPath, root]), purpose, options)
      : { url: metadataUrl, response: await request(metadataUrl, purpose, options) }
  if (found) return readResource(found.response, endpoint, found.url, match, found.url === root)
  // Without the query, which may contain a key: users see the resource in their address bar.
  const resource = origin + (pathname === '/' ? '' : pathname)
  return { resource, issuers: [], scope: undefined, prm: undefined }
}

function readResource(
  { status, json }: OAuthResponse,
  endpoint: URL,
  prm: string,
  { resourceMatch, validateResourceUrl }: ResourceMatch,
  atRoot: boolean,
): ProtectedResource {
  const resource = asString(json?.resource)
  const issuers = toStringList(json?.authorization_servers) ?? []
  // Issuers are shown in errors and events, so text that cannot be a URL is refused here.
  const arePrintable = issuers.every((issuer) => /^[\x21-\x7e]{1,2048}$/.test(issuer))
  if (status !== 200 || resource === undefined || !arePrintable) {
    const retryable = status >= 500
    const { origin, pathname } = new URL(prm)
    const message = `${origin + pathname} has no metadata (${status})`
    throw new AuthError(message, { reason: 'resource-metadata-unavailable', status, retryable })
  }
  const isExact = resourceMatch === 'exact'
  const matches =
    validateResourceUrl?.(resource, new URL(endpoint)) ??
    (isExact ? equals(resource, endpoint, atRoot) : contains(resource, endpoint))
  if (!matches) {
    throw new AuthError(
      `Expected metadata of ${endpoint.origin + endpoint.pathname}, got those of ${cleanText(resource.split('?')[0]!)}`,
      { reason: 'resource-mismatch' },
    )
  }
  return { resource, issuers, scope: toStringList(json?.scopes_supported)?.join(' '), prm }
}

/** Whether the resource is the endpoint or a parent path of it on the same origin. */
function contains(resource: string, endpoint: URL): boolean {
  const url = parseHttpUrl(resource)
  if (!url || url.origin !== endpoint.origin || url.hash) return false
  if (url.search && url.search !== endpoint.search) return false
  return `${endpoint.pathname}/`.startsWith(url.pathname.replace(/\/*$/, '/'))
}

/** Metadata at the root well-known URL describe the whole origin, so they may name it instead of the endpoint. */
function equals(resource: string, endpoint: URL, atRoot: boolean): boolean {
  const href = parseUrl(resource)?.href
  const { origin, pathname, search } = endpoint
  return href === origin + pathname + search || (atRoot && href === `${origin}/`)
}
