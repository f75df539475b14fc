/** The public shapes of authorization. */
import type { Fetch } from '../core/options.ts'
import type { AuthError } from './errors.ts'
import type { Dpop, Grant } from './extension.ts'

/** What a URL is about to be used for. */
export type UrlPurpose = 'resource' | 'prm' | 'as' | 'token' | 'register' | 'open' | 'revoke'

/** What this application tells of itself (RFC 7591, section 2). */
export interface ClientMetadata {
  client_name?: string
  /** @default 'native' for loopback and custom schemes, else 'web' */
  application_type?: 'web' | 'native'
  [key: string]: unknown
}

export interface OAuthOptions {
  /** The MCP endpoint. Tokens go to its origin only. */
  server: string | URL
  /** Where the metadata document of this application is hosted; its address is the client id. */
  clientMetadataUrl?: string
  /** For registration. */
  clientMetadata?: ClientMetadata
  /** Credentials from elsewhere; they are shown to this issuer only. */
  client?: { issuer: string; id: string; secret?: string }
  /** Where the authorization server sends people back to. */
  redirectUri?: string
  /** How a token is got without a person: from `mcp-over-fetch/oauth/machine`. */
  grant?: Grant
  /** Asked for if neither the challenge nor the server's metadata name scopes. */
  scope?: string
  /** Whether to ask for a refresh token. @default true */
  offline?: boolean
  /** Binds tokens to a key: from `mcp-over-fetch/oauth/dpop`. */
  dpop?: Dpop
  /** @default memoryStore() */
  store?: AuthStore
  /** @default the global `fetch` */
  fetch?: Fetch
  /**
   * Whether this address may be asked or opened. Only https, or http on loopback, gets so far.
   * @default in a page all; elsewhere no addresses of private networks, unless they are given in these options
   */
  allowUrl?: (url: URL, purpose: UrlPurpose) => boolean
  /** Which of several authorization servers. @default one that credentials are there for, else the first */
  chooseIssuer?: (issuers: string[]) => string
  /** Whether the metadata of the server may speak for a part of its origin, or for the endpoint only. @default 'prefix' */
  resourceMatch?: 'prefix' | 'exact'
  /** Issuers that support PKCE with S256 although their metadata do not say so. */
  assumePkce?: string[]
  /** How often in a row an operation may ask for more scopes, at most 3. @default 1 */
  maxStepUps?: number
  /** Sent when refreshing, for servers that demand it. */
  refreshScope?: string
  /** What happens, without secrets. */
  onEvent?: (event: AuthEvent) => void
}

export interface AuthFetch extends Fetch {
  /** Differs between authorization contexts: what one may see is not for another. */
  partition(): string
}

export interface OAuth {
  /** For `connect(url, { fetch })`. Throws `AuthorizationRequiredError` when a person is needed. */
  fetch: AuthFetch
  /** The same object until something changes. */
  readonly status: AuthStatus
  /** For `connect(url, { extensions })`: what the grant and DPoP want to be declared. */
  readonly extensions: Readonly<Record<string, object>>
  subscribe(listener: () => void): () => void
  /** Begins inside the caller's click: the driver may open a window. */
  signIn(driver: Driver, options?: { scope?: string; signal?: AbortSignal }): Promise<AuthStatus>
  /** Ends a sign-in with what came back: the query of the callback. A second time it gives the same. */
  finish(callback: string | URL | URLSearchParams): Promise<AuthStatus>
  /** Forgets the tokens, and with `revoke` tells the authorization server. */
  signOut(options?: { revoke?: boolean }): Promise<void>
}

export type AuthStatus =
  | { status: 'anonymous' }
  | {
      status: 'authorized'
      issuer: string
      /** What was granted. */
      scope?: string | undefined
      /** In milliseconds since the epoch. */
      expiresAt?: number | undefined
      /** What the token was asked for. */
      resource: string
      /** Whether the token is bound to a key. */
      tokenType: 'bearer' | 'dpop'
    }
  | { status: 'needs-user'; reason: 'first' | 'expired' | 'scope'; scope?: string | undefined; url?: string }
  | { status: 'authorizing'; url: string }
  | { status: 'denied'; reason: string }
  | { status: 'failed'; error: AuthError }

/** Where tokens, registrations and flows are kept. Values are JSON, but for the keys of DPoP. */
export interface AuthStore {
  get(key: string): Promise<unknown>
  /**
   * False, and nothing is changed, if the value is not the `expected` one (as JSON).
   * `null` expects that there is none; without `expected` it is set in any case.
   */
  set(key: string, value: unknown, expected?: unknown): Promise<boolean>
  delete(key: string, expected?: unknown): Promise<boolean>
  /** Who else can read it: told when a refresh token is kept that is neither bound to a key nor replaced when used. */
  readonly exposure?: string
  /** Runs one at a time among all that share the store. */
  lock?<T>(name: string, run: () => Promise<T>): Promise<T>
}

export interface Flow {
  state: string
  redirectUri: string
  signal: AbortSignal
}

/** Brings a person to the authorization server. */
export interface Driver {
  /** Resolves to the query of the callback; to undefined if the page goes away and `finish()` comes later. */
  (url: URL, flow: Flow): Promise<URLSearchParams | undefined>
  /** Called at once, still inside the click. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing is one too
  prepare?(): void | Promise<{ redirectUri?: string } | undefined>
  /** Called when it was prepared and there is nothing to open after all. */
  cancel?(): void
}

/** What happens, without secrets. */
export type AuthEvent =
  /** `readable` is false if there was no challenge, or none that CORS lets us read. */
  | { type: 'challenge'; status: number; readable: boolean; error?: string | undefined; scope?: string | undefined }
  | { type: 'discovered'; issuer: string; resource: string }
  | { type: 'registered'; issuer: string; clientId: string }
  | { type: 'refreshed'; issuer: string; expiresAt?: number | undefined }
  | { type: 'status'; status: AuthStatus['status'] }
  | { type: 'warning'; message: string; error?: unknown }
