/** Public types of authorization, without its options. */
import type { Fetch } from '../core/index.ts'
import type { AuthError } from './errors.ts'

/** The purpose of a URL that is about to be requested or opened. */
export type UrlPurpose =
  | 'resource'
  | 'resource-metadata'
  | 'authorization-server'
  | 'token'
  | 'register'
  | 'open'
  | 'revoke'

/** The metadata of this application for its registration (RFC 7591, section 2). */
export interface ClientMetadata {
  /** The name to show to users. */
  client_name?: string | undefined
  /** Which redirect URIs the application uses. @default 'native' for loopback and custom schemes, else 'web' */
  application_type?: 'web' | 'native' | undefined
  [key: string]: unknown
}

/** A `fetch` that adds tokens to the requests to one MCP endpoint. */
export interface AuthFetch extends Fetch {
  /** Differs between authorization contexts: a response cached for one user must not be shown to another. */
  cachePartition(): Promise<string>
  /** Replaces current and former tokens, client secrets and the like in a text. */
  redact(text: string): string
}

/** Authorization for one MCP endpoint. */
export interface OAuth {
  /** For `connect(url, { fetch })`. Throws `AuthorizationRequiredError` when a user has to sign in. */
  fetch: AuthFetch
  /** The same object until something changes. */
  readonly status: AuthStatus
  /** For `connect(url, { extensions })`: the capabilities that the grant and DPoP declare. */
  readonly extensions: Readonly<Record<string, object>>
  /** Calls the listener after each change of `status`. Returns the function that ends the subscription. */
  subscribe(listener: () => void): () => void
  /** Call it inside a click handler: the driver may open a window. */
  signIn(
    driver: SignInDriver,
    options?: { scope?: string | undefined; signal?: AbortSignal | undefined },
  ): Promise<AuthStatus>
  /** Ends a sign-in with the query of the callback. Called again with the same callback, it returns the same status. */
  handleCallback(callback: string | URL | URLSearchParams): Promise<AuthStatus>
  /** Deletes the tokens, and with `revoke` also revokes them at the authorization server. */
  signOut(options?: { revoke?: boolean | undefined }): Promise<void>
}

/** The state of authorization, told apart by `status`. */
export type AuthStatus =
  | { status: 'anonymous' }
  | {
      status: 'authorized'
      issuer: string
      /** The scopes that were granted. */
      scope?: string | undefined
      /** In milliseconds since the epoch. */
      expiresAt?: number | undefined
      /** The resource indicator that the token was requested for (RFC 8707). */
      resource: string
      /** `dpop` if the token is bound to a key. */
      tokenType: 'bearer' | 'dpop'
    }
  | { status: 'needs-user'; reason: 'sign-in-required' | 'expired' | 'scope'; scope?: string | undefined; url?: string }
  | { status: 'authorizing'; url: string }
  | { status: 'denied'; reason: string }
  | { status: 'failed'; error: AuthError }

/** Where tokens, registrations and pending sign-ins are kept. Values are JSON, except for the keys of DPoP. */
export interface AuthStore {
  /** The value of a key, or undefined. */
  get(key: string): Promise<unknown>
  /**
   * Returns false and changes nothing if the stored value is not the `expected` one (compared as JSON).
   * `null` expects that there is none; without `expected` the value is always set.
   */
  set(key: string, value: unknown, expected?: unknown): Promise<boolean>
  /** Deletes a value. Returns false and changes nothing if it is not the `expected` one. */
  delete(key: string, expected?: unknown): Promise<boolean>
  /** A warning that says which scripts or programs can read the store. Emitted when a refresh token is neither bound to a key nor rotated. */
  readonly exposure?: string | undefined
  /** Runs one function at a time among all that share the store. */
  lock?<T>(name: string, run: () => Promise<T>): Promise<T>
}

/** What a driver prepares for one sign-in. A driver may add members of its own. */
export interface Prepared {
  /** The redirect URI of this sign-in. @default that of the options */
  redirectUri?: string | undefined
  [member: string]: unknown
}

/** One sign-in, as a driver gets it. */
export interface Flow {
  /** Identifies the sign-in; the callback has the same. */
  state: string
  /** Where the authorization server sends the user back to. */
  redirectUri: string
  /** Aborts when the sign-in is given up. */
  signal: AbortSignal
  /** The result of `prepare`. */
  prepared?: Prepared | undefined
}

/** Brings a user to the authorization server. */
export interface SignInDriver {
  /** Resolves to the query of the callback, or to undefined if the page is left and `handleCallback()` is called later. */
  (url: URL, flow: Flow): Promise<URLSearchParams | undefined>
  /** Called synchronously by `signIn`, still inside the click. One driver may serve several sign-ins at once. */
  prepare?(): Prepared | Promise<Prepared>
  /** Called after `prepare` if there is no URL to open. */
  cancel?(prepared: Prepared): void
}

/** The events of authorization. They contain no secrets. */
export type AuthEvent =
  /** `readable` is false if there was no challenge, or if CORS hides it. */
  | { type: 'challenge'; status: number; readable: boolean; error?: string | undefined; scope?: string | undefined }
  | { type: 'discovered'; issuer: string; resource: string }
  | { type: 'registered'; issuer: string; clientId: string }
  | { type: 'refreshed'; issuer: string; expiresAt?: number | undefined }
  | { type: 'status'; status: AuthStatus['status'] }
  | { type: 'warning'; message: string; error?: unknown }

export type EmitAuthEvent = (event: AuthEvent) => void
