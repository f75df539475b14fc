/** The options of `oauth()`. */
import type { Fetch } from '../core/index.ts'
import type { Dpop } from './dpop/types.ts'
import type { Grant } from './token/grant.ts'
import type { AuthEvent, AuthStore, ClientMetadata, UrlPurpose } from './types.ts'

/** The options of `oauth()`. */
export interface OAuthOptions {
  /** The MCP endpoint. Tokens are sent to its origin only. */
  server: string | URL
  /** Where the metadata document of this application is hosted; this URL is the client id. */
  clientMetadataUrl?: string | undefined
  /** Sent when this application registers. */
  clientMetadata?: ClientMetadata | undefined
  /** Credentials of an existing registration; they are sent to this issuer only. */
  client?: { issuer: string; id: string; secret?: string | undefined } | undefined
  /** Where the authorization server sends users back to. */
  redirectUri?: string | undefined
  /**
   * Whether the redirect URI may have a scheme of a native application, such as `com.example.app:/callback` (RFC 8252,
   * section 7.1). Other applications can claim the same scheme. @default false
   */
  allowCustomScheme?: boolean | undefined
  /** How to get a token without a user: from `mcp-over-fetch/oauth/machine`. */
  grant?: Grant | undefined
  /** Requested if neither the challenge nor the metadata of the server name scopes. */
  scope?: string | undefined
  /**
   * Chooses among the scopes that the server asks for, in its challenge or its metadata; those of `signIn()` are requested
   * in any case.
   *
   * @example
   * const auth = oauth({ server, redirectUri, filterScopes: (scopes) => scopes.filter((scope) => scope !== 'admin') })
   */
  filterScopes?: ((scopes: string[]) => string[]) | undefined
  /**
   * Further parameters of the authorization request, such as `login_hint` or `audience`; `prompt` replaces ours. Those that
   * the flow itself sets are refused.
   */
  authorizationParameters?: Readonly<Record<string, string>> | undefined
  /** Whether to request a refresh token. @default true */
  requestRefreshToken?: boolean | undefined
  /** Binds tokens to a key: from `mcp-over-fetch/oauth/dpop`. */
  dpop?: Dpop | undefined
  /** Where tokens, registrations and pending sign-ins are kept. @default memoryStore() */
  store?: AuthStore | undefined
  /** Sends all requests, also those to the MCP server. @default the global `fetch` */
  fetch?: Fetch | undefined
  /**
   * Whether this URL may be requested or opened. Called only for https, http on loopback, and the endpoint itself.
   * @default in a page all; elsewhere no hosts of private networks, unless they are named in these options
   */
  allowUrl?: ((url: URL, purpose: UrlPurpose) => boolean) | undefined
  /** Chooses among several authorization servers. @default the one that there are credentials for, else the first */
  chooseIssuer?: ((issuers: string[]) => string) | undefined
  /** Whether the protected resource metadata may cover a parent path of the endpoint, or only the endpoint. @default 'prefix' */
  resourceMatch?: 'prefix' | 'exact' | undefined
  /**
   * Decides instead of `resourceMatch` whether metadata with this `resource` are those of the endpoint. A token that is
   * requested for a resource of somebody else can be used there, so accept only what you know.
   */
  validateResourceUrl?: ((resource: string, endpoint: URL) => boolean) | undefined
  /** Issuers that support PKCE with S256 although their metadata do not say so. */
  assumePkceSupport?: string[] | undefined
  /** How often in a row an operation may request more scopes, at most 3. @default 1 */
  maxStepUps?: number | undefined
  /** The `scope` parameter of refresh requests, for servers that demand it. */
  refreshScope?: string | undefined
  /** Called for each event of authorization; events contain no secrets. */
  onEvent?: ((event: AuthEvent) => void) | undefined
}
