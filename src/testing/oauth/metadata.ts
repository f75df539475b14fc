/** The metadata documents of resource and authorization server: their paths and contents. */
import { type OAuthConfig, replaceFields } from './config.ts'

/** What the URLs of a realm begin with. */
export interface RealmBase {
  origin: string
  /** Path of the realm; empty in the default one. */
  prefix: string
}

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'
const SERVER_METADATA = '/.well-known/oauth-authorization-server'

/** The resource that a path belongs to; undefined where no token is needed. */
export function resourcePath(path: string): string | undefined {
  if (path === '/message') return '/sse'
  return path === '/mcp' || path === '/sse' ? path : undefined
}

/** The URL of a path inside the realm. A well-known one has the realm behind its name (RFC 8414, section 3). */
export function urlOf({ origin, prefix }: RealmBase, path: string): string {
  const [name = ''] = /^\/\.well-known\/[^/]+/.exec(path) ?? []
  return origin + name + prefix + path.slice(name.length)
}

export function issuerOf(base: RealmBase, { issuer }: OAuthConfig): string {
  return issuer ?? base.origin + base.prefix
}

export function resourceMetadataPath({ resource }: OAuthConfig, path: string): string {
  return resource?.at?.[0] ?? RESOURCE_METADATA + path
}

/** The protected resource metadata at this path; undefined if there is none. */
export function resourceMetadata(
  base: RealmBase,
  config: OAuthConfig,
  path: string,
): Record<string, unknown> | undefined {
  const { resource = {} } = config
  if (resource === null) return undefined
  const described = resource.at ? (resource.at.includes(path) ? '/mcp' : undefined) : wellKnownResource(path)
  return described === undefined ? undefined : describeResource(base, config, described)
}

export function describeResource(base: RealmBase, config: OAuthConfig, path: string): Record<string, unknown> {
  const document = { resource: urlOf(base, path), authorization_servers: [issuerOf(base, config)] }
  return replaceFields(document, config.resource?.fields)
}

function wellKnownResource(path: string): string | undefined {
  return path.startsWith(`${RESOURCE_METADATA}/`) ? resourcePath(path.slice(RESOURCE_METADATA.length)) : undefined
}

export function serverMetadata(
  base: RealmBase,
  config: OAuthConfig,
  path: string,
): Record<string, unknown> | undefined {
  const { server = {}, endpoints = '/oauth', registration } = config
  const issuer = issuerOf(base, config)
  const at = server?.at ?? [SERVER_METADATA + issuer.slice((base.origin + base.prefix).length)]
  if (server === null || !at.includes(path)) return undefined
  const endpoint = (name: string) => urlOf(base, `${endpoints}/${name}`)
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
