/** `authorizationServer()`: protects a mock server. An export of its own, so that other mocks do not bundle it. */
import { type CreateAuthorization, createAuthorization } from './authorization.ts'
import type { ConsentRequest, OAuthConfig } from './config.ts'

/** How the authorization server behaves. Without options it follows the specification and allows everything. */
export interface AuthorizationServerOptions
  extends Omit<OAuthConfig, 'scope' | 'consent' | 'decide' | 'registration' | 'dpop'> {
  /** The scopes that a token must have; the challenge asks for them. */
  scopes?: readonly string[]
  /** Answers for the user; an object shows a page with two links instead. @default allowed */
  consent?: boolean | ((request: ConsentRequest) => boolean | Promise<boolean>) | { coop?: string }
  /** Whether clients may register dynamically, or how. @default true */
  registration?: boolean | NonNullable<OAuthConfig['registration']>
  /** Whether tokens are bound to the key of a DPoP proof, or how. @default false */
  dpop?: boolean | NonNullable<OAuthConfig['dpop']>
}

/** For the option `auth` of `createMockServer`. */
export interface AuthorizationServer {
  /** What `createMockServer` starts it with. */
  create: CreateAuthorization
  /** Its behaviour, as the mock server configures it. */
  config: OAuthConfig
}

/** The authorization server for a mock server: registration, PKCE, refresh, scopes, DPoP, on the same origin. */
export function authorizationServer(options: AuthorizationServerOptions = {}): AuthorizationServer {
  const { scopes, consent, registration, dpop, ...rest } = options
  const decide = typeof consent === 'boolean' ? () => consent : consent
  return {
    create: createAuthorization,
    config: {
      ...rest,
      ...(scopes && { scope: scopes.join(' ') }),
      ...(typeof decide === 'function' ? { decide } : decide && { consent: decide }),
      ...(registration === false && { registration: null }),
      ...(typeof registration === 'object' && { registration }),
      ...(dpop && { dpop: dpop === true ? {} : dpop }),
    },
  }
}
