/** Where the server's documents are, and what they say. */
import { type OAuthConfig, replaceFields } from './config.ts'

/** A realm as its visitors address it. */
export interface Site {
  origin: string
  /** Path of the realm. */
  prefix: string
}

const RESOURCE = '/.well-known/oauth-protected-resource'
const SERVER = '/.well-known/oauth-authorization-server'

/** The resource that a path belongs to; undefined where no token is needed. */
export function resourcePath(path: string): string | undefined {
  if (path === '/message') return '/sse'
  return path === '/mcp' || path === '/sse' ? path : undefined
}

/** The address of a path inside the realm. A well-known one has the realm behind its name (RFC 8615). */
export function urlOf({ origin, prefix }: Site, path: string): string {
  const [name = ''] = /^\/\.well-known\/[^/]+/.exec(path) ?? []
  return origin + name + prefix + path.slice(name.length)
}

export function issuerOf(site: Site, { issuer }: OAuthConfig): string {
  return issuer ?? site.origin + site.prefix
}

export function resourceMetadataPath({ resource }: OAuthConfig, path: string): string {
  return resource?.at?.[0] ?? RESOURCE + path
}

/** What the metadata at this path says of the resource; undefined if there is none. */
export function resourceMetadata(site: Site, config: OAuthConfig, path: string): Record<string, unknown> | undefined {
  const { resource = {} } = config
  if (resource === null) return undefined
  const known = resource.at ? (resource.at.includes(path) ? '/mcp' : undefined) : wellKnownResource(path)
  return known === undefined ? undefined : describeResource(site, config, known)
}

export function describeResource(site: Site, config: OAuthConfig, path: string): Record<string, unknown> {
  const document = { resource: urlOf(site, path), authorization_servers: [issuerOf(site, config)] }
  return replaceFields(document, config.resource?.fields)
}

function wellKnownResource(path: string): string | undefined {
  return path.startsWith(`${RESOURCE}/`) ? resourcePath(path.slice(RESOURCE.length)) : undefined
}

export function serverMetadata(site: Site, config: OAuthConfig, path: string): Record<string, unknown> | undefined {
  const { server = {}, endpoints = '/oauth', registration } = config
  const issuer = issuerOf(site, config)
  const at = server?.at ?? [SERVER + issuer.slice((site.origin + site.prefix).length)]
  if (server === null || !at.includes(path)) return undefined
  const endpoint = (name: string) => urlOf(site, `${endpoints}/${name}`)
  const document = {
    issuer,
    authorization_endpoint: endpoint('authorize'),
    token_endpoint: endpoint('token'),
    revocation_endpoint: endpoint('revoke'),
    ...(registration !== null && { registration_endpoint: endpoint('register') }),
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ...(config.dpop && { dpop_signing_alg_values_supported: ['ES256'] }),
  }
  return replaceFields(document, server?.fields)
}
