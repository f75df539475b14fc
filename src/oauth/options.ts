/** The options of `oauth()`. */
import type { Fetch } from '../core/index.ts'
import type { Dpop } from './dpop/types.ts'
import type { Grant } from './token/grant.ts'
import type { AuthEvent, AuthStore, ClientMetadata, UrlPurpose } from './types.ts'

export interface OAuthOptions {
  /** The MCP endpoint. Tokens are sent to its origin only. */
  server: string | URL
  /** Where the metadata document of this application is hosted; this URL is the client id. */
  clientMetadataUrl?: string
  /** Sent when this application registers. */
  clientMetadata?: ClientMetadata
  /** Credentials of an existing registration; they are sent to this issuer only. */
  client?: { issuer: string; id: string; secret?: string }
  /** Where the authorization server sends users back to. */
  redirectUri?: string
  /** How to get a token without a user: from `mcp-over-fetch/oauth/machine`. */
  grant?: Grant
  /** Requested if neither the challenge nor the metadata of the server name scopes. */
  scope?: string
  /** Whether to request a refresh token. @default true */
  requestRefreshToken?: boolean
  /** Binds tokens to a key: from `mcp-over-fetch/oauth/dpop`. */
  dpop?: Dpop
  /** @default memoryStore() */
  store?: AuthStore
  /** @default the global `fetch` */
  fetch?: Fetch
  /**
   * Whether this URL may be requested or opened. Called only for https, http on loopback, and the endpoint itself.
   * @default in a page all; elsewhere no hosts of private networks, unless they are named in these options
   */
  allowUrl?: (url: URL, purpose: UrlPurpose) => boolean
  /** Chooses among several authorization servers. @default the one that there are credentials for, else the first */
  chooseIssuer?: (issuers: string[]) => string
  /** Whether the protected resource metadata may cover a parent path of the endpoint, or only the endpoint. @default 'prefix' */
  resourceMatch?: 'prefix' | 'exact'
  /** Issuers that support PKCE with S256 although their metadata do not say so. */
  assumePkceSupport?: string[]
  /** How often in a row an operation may request more scopes, at most 3. @default 1 */
  maxStepUps?: number
  /** The `scope` parameter of refresh requests, for servers that demand it. */
  refreshScope?: string
  /** Called for each event of authorization; events contain no secrets. */
  onEvent?: (event: AuthEvent) => void
}
