/** What can go wrong with authorization, one reason per reaction. */
import { McpError, type McpErrorOptions } from '../core/errors.ts'

export type AuthErrorReason =
  /** A person has to sign in: for the first time, again, or for more scopes. */
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
  /** The person closed the window, so it seems. */
  | 'popup_closed'
  | 'dpop_refused'
  | 'blocked_by_policy'
  | 'store_failed'
  | 'unauthorized'

/** What an authorization server said, in its own words: capped, and control characters are escaped. */
export interface ServerWords {
  error?: string | undefined
  description?: string | undefined
}

export interface AuthErrorFields {
  reason: AuthErrorReason
  /** The authorization server it is about. */
  issuer?: string | undefined
  /** Of the HTTP response. */
  status?: number | undefined
  server?: ServerWords
  /** The scopes that are needed. */
  scope?: string | undefined
  /** Where a person can go on by hand. */
  url?: string | undefined
  /** What the authorization server must know, if the application has to register by hand. */
  redirectUri?: string | undefined
  /** The registration that was refused. */
  sent?: object
}

/** Authorization failed. Nothing was executed by the MCP server. */
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

/** A person has to sign in; `signIn()` lets them. */
export class AuthorizationRequiredError extends AuthError {
  override readonly code: 'authorization-required' = 'authorization-required'
  declare readonly reason: 'first' | 'expired' | 'scope'
}

/** The operation needs more scopes. `signIn()` asks a person for them if the status is `needs-user`. */
export class InsufficientScopeError extends AuthError {
  override readonly code: 'insufficient-scope' = 'insufficient-scope'
}
