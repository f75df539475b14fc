/** The errors of authorization, with one reason per reaction a caller could have. */
import { McpError, type McpErrorOptions } from '../core/errors.ts'

export type AuthErrorReason =
  /** A user has to sign in: for the first time, again, or for more scopes. */
  | 'first'
  | 'expired'
  | 'scope'
  | 'pkce_unsupported'
  | 'resource_mismatch'
  | 'prm_unavailable'
  | 'as_metadata_unavailable'
  | 'issuer_mismatch'
  | 'client_id_required'
  | 'client_auth_unsupported'
  | 'registration_rejected'
  | 'authorization_server_changed'
  | 'authorization_refused'
  | 'invalid_callback'
  | 'token_refused'
  | 'temporarily_unavailable'
  | 'redirect_refused'
  | 'url_refused'
  | 'cors_or_network'
  | 'popup_blocked'
  /** The window reads as closed, and the user has been back at the page for the grace period. */
  | 'popup_closed'
  | 'dpop_refused'
  | 'blocked_by_policy'
  | 'store_failed'
  | 'unauthorized'

/** `error` and `error_description` of a server: capped, and with control characters escaped. */
export interface ServerWords {
  error?: string | undefined
  description?: string | undefined
}

export interface AuthErrorFields {
  reason: AuthErrorReason
  /** The authorization server that the error is about. */
  issuer?: string | undefined
  /** Of the HTTP response. */
  status?: number | undefined
  server?: ServerWords
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
  declare readonly reason: AuthErrorReason
  declare readonly issuer: string | undefined
  declare readonly status: number | undefined
  declare readonly server: ServerWords | undefined
  declare readonly scope: string | undefined
  declare readonly url: string | undefined
  declare readonly redirectUri: string | undefined
  declare readonly sent: object | undefined

  constructor(message: string, options: McpErrorOptions & AuthErrorFields) {
    super(message, { delivery: 'not-executed', ...options })
  }
}

/** A user has to sign in: call `signIn()`. */
export class AuthorizationRequiredError extends AuthError {
  override readonly code: 'authorization-required' = 'authorization-required'
  declare readonly reason: 'first' | 'expired' | 'scope'
}

/** The operation needs more scopes. If the status is `needs-user`, `signIn()` requests them. */
export class InsufficientScopeError extends AuthError {
  override readonly code: 'insufficient-scope' = 'insufficient-scope'
}
