/** Discovers the authorization server of an MCP endpoint. */
import { AuthError } from '../errors.ts'
import { type CheckUrl, inBrowser } from '../http/allow-url.ts'
import type { OAuthRequest, RequestOptions } from '../http/request.ts'
import { findServerMetadata, throwMetadataError } from './authorization-server.ts'
import { findProtectedResource, type ProtectedResource, type ResourceMatch } from './protected-resource.ts'
import type { ServerMetadata } from './server-metadata.ts'
import type { Challenge } from './www-authenticate.ts'

/** Where to get a token, and for which resource. */
export interface DiscoveredServer {
  as: ServerMetadata
  resource: string
  /** The scopes that the protected resource metadata list. */
  scope: string | undefined
  /** The URL of the protected resource metadata. */
  prm: string | undefined
}

export interface Discovery {
  /** `tokenIssuer` is the issuer of the current token; it is kept if the server still names it. */
  discover(challenge: Challenge, tokenIssuer: string | undefined, signal?: AbortSignal): Promise<DiscoveredServer>
  /** The metadata of an authorization server that the application named itself. */
  readServerMetadata(issuer: string, signal?: AbortSignal): Promise<ServerMetadata>
  /** The issuer that the server names now. */
  findIssuer(challenge: Challenge, tokenIssuer: string, signal?: AbortSignal): Promise<string>
}

/** The options of `oauth()` that discovery uses. */
export interface DiscoveryOptions extends ResourceMatch {
  client?: { issuer: string } | undefined
  grant?: { issuer: string } | undefined
  chooseIssuer?: ((issuers: string[]) => string) | undefined
  assumePkceSupport?: string[] | undefined
}

export function createDiscovery(
  request: OAuthRequest,
  checkUrl: CheckUrl,
  endpoint: URL,
  options: DiscoveryOptions,
  /** Whether the server may be one of 2025-03-26, which need no metadata. */
  mayLackMetadata: () => boolean = () => true,
): Discovery {
  const { client, grant, chooseIssuer } = options
  const credentialsIssuer = (client ?? grant)?.issuer
  return {
    async discover(challenge, tokenIssuer, signal) {
      checkUrl(endpoint.href, 'resource')
      const { issuers, resource, scope, prm } = await readResource(challenge, signal)
      const issuer = selectIssuer(issuers, tokenIssuer)
      const as = issuer === undefined ? await guessServer(prm, signal) : await readServerMetadata(issuer, signal)
      return { as, resource, scope, prm }
    },
    readServerMetadata,
    async findIssuer(challenge, tokenIssuer, signal) {
      const { issuers } = await readResource(challenge, signal)
      return selectIssuer(issuers, tokenIssuer) ?? tokenIssuer
    },
  }

  function readResource(
    { resource_metadata: metadataUrl }: Challenge,
    signal?: AbortSignal,
  ): Promise<ProtectedResource> {
    const requestOptions = metadataUrl === undefined ? legacyOptions(signal) : { signal }
    return findProtectedResource(request, endpoint, metadataUrl, options, requestOptions)
  }

  /** Undefined if the server names no issuer. Credentials fix the issuer; a changed one is an error. */
  function selectIssuer(issuers: string[], tokenIssuer: string | undefined): string | undefined {
    if (!issuers.length) return undefined
    const kept = tokenIssuer && issuers.includes(tokenIssuer) ? tokenIssuer : undefined
    const selected = credentialsIssuer ?? kept ?? chooseIssuer?.(issuers) ?? issuers[0]!
    if (!issuers.includes(selected)) throw createServerChangedError(issuers[0]!)
    return selected
  }

  async function readServerMetadata(issuer: string, signal?: AbortSignal): Promise<ServerMetadata> {
    return (await find(issuer, false, { signal })) ?? throwMetadataError(issuer, 'are not there')
  }

  function find(issuer: string, guessed: boolean, requestOptions: RequestOptions): Promise<ServerMetadata | undefined> {
    const needsPkce = !grant && !options.assumePkceSupport?.includes(issuer)
    return findServerMetadata(request, issuer, guessed, needsPkce, requestOptions)
  }

  /** A server that names no issuer is its own authorization server, and credentials must be for its origin. */
  async function guessServer(prm: string | undefined, signal?: AbortSignal): Promise<ServerMetadata> {
    const { origin } = endpoint
    if (credentialsIssuer && credentialsIssuer !== origin && credentialsIssuer !== `${origin}/`) {
      throw createServerChangedError(origin)
    }
    const found = await find(origin, true, legacyOptions(signal))
    if (found) return found
    // Servers of later revisions have metadata, and without them PKCE cannot be relied on.
    if (prm !== undefined || !mayLackMetadata()) throwMetadataError(origin, 'are not there')
    return defaultMetadata(origin)
  }
}

/** Servers of 2025-03-26 expect a version header. A page omits it, because many servers refuse its CORS preflight. */
function legacyOptions(signal: AbortSignal | undefined): RequestOptions {
  return { signal, headers: inBrowser() ? {} : { 'mcp-protocol-version': '2025-03-26' } }
}

function createServerChangedError(issuer: string): AuthError {
  return new AuthError(`The server names ${issuer}, for which there are no credentials`, {
    reason: 'authorization-server-changed',
    issuer,
  })
}

/** The default endpoints of a server of 2025-03-26 without metadata ("Fallbacks for Servers without Metadata Discovery"). */
function defaultMetadata(origin: string): ServerMetadata {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    code_challenge_methods_supported: ['S256'],
  }
}
