/** The errors of authorization, with one reason per reaction a caller could have. */
import { McpError, type McpErrorOptions } from '../core/errors.ts'
import { cleanText } from '../core/util/clean-text.ts'

/** Why authorization failed: one reason per reaction that a caller could have. */
export type AuthErrorReason =
  /** A user has to sign in: for the first time, again, or for more scopes. */
  | 'sign-in-required'
  | 'expired'
  | 'scope'
  | 'pkce-unsupported'
  | 'resource-mismatch'
  | 'resource-metadata-unavailable'
  | 'authorization-server-metadata-unavailable'
  | 'issuer-mismatch'
  | 'client-id-required'
  /** The hosted metadata document of the application does not list the redirect URI. */
  | 'redirect-uri-unlisted'
  | 'client-auth-unsupported'
  | 'registration-rejected'
  | 'authorization-server-changed'
  | 'authorization-refused'
  | 'invalid-callback'
  | 'token-refused'
  | 'temporarily-unavailable'
  | 'redirect-refused'
  | 'url-refused'
  | 'cors-or-network'
  | 'popup-blocked'
  /** The window reads as closed, and the user has been back at the page for the grace period. */
  | 'popup-closed'
  | 'dpop-refused'
  | 'blocked-by-policy'
  | 'store-failed'
  | 'unauthorized'

/** `error` and `error_description` of a server: capped, on one line, and without secrets and control characters. */
export interface ServerErrorDetails {
  /** The error code of OAuth. */
  error?: string | undefined
  /** The reason in words. */
  description?: string | undefined
}

export interface AuthErrorFields {
  reason: AuthErrorReason
  /** The authorization server that the error is about. */
  issuer?: string | undefined
  /** Of the HTTP response. */
  status?: number | undefined
  server?: ServerErrorDetails
  /** The scopes that are needed. */
  scope?: string | undefined
  /** A link with which the user can continue by hand. */
  url?: string | undefined
  /** The redirect URI to register, if the application has to be registered by hand. */
  redirectUri?: string | undefined
  /** The registration request that was refused. */
  sent?: object
}

/** Authorization failed. The MCP server did not execute the request. */
export class AuthError extends McpError<AuthErrorFields> {
  override readonly code: 'auth' | 'authorization-required' | 'insufficient-scope' = 'auth'
  /** Why it failed. */
  declare readonly reason: AuthErrorReason
  /** The authorization server that the error is about. */
  declare readonly issuer: string | undefined
  /** The status of the HTTP response. */
  declare readonly status: number | undefined
  /** What the server said. */
  declare readonly server: ServerErrorDetails | undefined
  /** The scopes that are needed. */
  declare readonly scope: string | undefined
  /** A link with which the user can continue by hand. */
  declare readonly url: string | undefined
  /** The redirect URI to register, if the application has to be registered by hand. */
  declare readonly redirectUri: string | undefined
  /** The registration request that was refused. */
  declare readonly sent: object | undefined

  constructor(message: string, options: McpErrorOptions & AuthErrorFields) {
    // Issuers and other addresses come from servers.
    super(
      message.replace(/\S{200,}/g, (word) => cleanText(word)),
      { delivery: 'not-executed', ...options },
    )
  }
}

/** A user has to sign in: call `signIn()`. */
export class AuthorizationRequiredError extends AuthError {
  override readonly code: 'authorization-required' = 'authorization-required'
  declare readonly reason: 'sign-in-required' | 'expired' | 'scope'
}

/** The operation needs more scopes. If the status is `needs-user`, `signIn()` requests them. */
export class InsufficientScopeError extends AuthError {
  override readonly code: 'insufficient-scope' = 'insufficient-scope'
}
