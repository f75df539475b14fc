/** What the MCP server tells of its protection (RFC 9728), and where that is found. */
import { parseUrl } from '../../core/util/parse-url.ts'
import { AuthError } from '../errors.ts'
import { type Ask, askFirst, clean, type Question, type Reply, textOf } from '../http/request.ts'
import { listOf } from './authorization-server.ts'

export interface Resource {
  /** As the server writes it. */
  resource: string
  /** None: the server does not say, and is its own. */
  issuers: string[]
  scope: string | undefined
  /** Where this was found. Undefined for a server of 2025-03-26, which has no such metadata. */
  prm: string | undefined
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** `named` is the address in the challenge. */
export async function discoverResource(
  ask: Ask,
  endpoint: URL,
  named: string | undefined,
  exact: boolean,
  question: Question,
): Promise<Resource> {
  const { origin, pathname, search } = endpoint
  const root = origin + WELL_KNOWN
  const atPath = pathname === '/' && !search ? root : root + pathname + search
  const addresses = named === undefined ? new Set([atPath, root]) : [named]
  // Who names an address has something there.
  const isNext = (status: number) => named === undefined && status >= 400 && status < 500
  const found = await askFirst(ask, addresses, 'prm', question, isNext)
  if (found) return readResource(found.reply, endpoint, found.address, exact, found.address === root)
  const resource = origin + (pathname === '/' ? '' : pathname) + search
  return { resource, issuers: [], scope: undefined, prm: undefined }
}

function readResource({ status, json }: Reply, endpoint: URL, prm: string, exact: boolean, atRoot: boolean): Resource {
  const resource = textOf(json?.resource)
  const issuers = listOf(json?.authorization_servers) ?? []
  // Issuers end up in errors and events; what is no address stays out of them.
  const sound = issuers.every((issuer) => /^[\x21-\x7e]{1,2048}$/.test(issuer))
  if (status !== 200 || resource === undefined || !sound) {
    const retryable = status >= 500
    throw new AuthError(`${prm} has no metadata (${status})`, { reason: 'prm_unavailable', status, retryable })
  }
  if (!(exact ? equals(resource, endpoint, atRoot) : contains(resource, endpoint))) {
    throw new AuthError(
      `Expected metadata of ${endpoint.origin + endpoint.pathname}, got those of ${clean(resource)}`,
      {
        reason: 'resource_mismatch',
      },
    )
  }
  return { resource, issuers, scope: listOf(json?.scopes_supported)?.join(' '), prm }
}

/** The same origin, and the path of the endpoint or one above it. */
function contains(resource: string, endpoint: URL): boolean {
  const url = parseUrl(resource)
  if (!url || url.origin !== endpoint.origin || url.username || url.hash) return false
  if (url.search && url.search !== endpoint.search) return false
  return `${endpoint.pathname}/`.startsWith(url.pathname.replace(/\/*$/, '/'))
}

function equals(resource: string, endpoint: URL, atRoot: boolean): boolean {
  const href = parseUrl(resource)?.href
  const { origin, pathname, search } = endpoint
  return href === origin + pathname + search || (atRoot && href === `${origin}/`)
}
