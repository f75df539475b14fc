/** The entry `mcp-over-fetch/oauth`: authorization for MCP as a `fetch` that wraps a `fetch`. */
import { systemEnvironment } from '../core/util/environment.ts'
import { createOAuth } from './oauth.ts'
import type { OAuthOptions } from './options.ts'
import type { OAuth } from './types.ts'

/**
 * Authorization for one MCP endpoint, as a `fetch` that adds tokens to requests and gets new ones when they expire.
 *
 * @example
 * const server = 'https://tools.example.com/mcp'
 * const auth = oauth({ server, redirectUri: 'https://app.example.com/callback' })
 * const client = await connect(server, { fetch: auth.fetch })
 */
export const oauth: (options: OAuthOptions) => OAuth = createOAuth(systemEnvironment)

export type { Dpop } from './dpop/types.ts'
export {
  AuthError,
  type AuthErrorReason,
  AuthorizationRequiredError,
  InsufficientScopeError,
  type ServerErrorDetails,
} from './errors.ts'
export type { OAuthOptions } from './options.ts'
export { checkClientMetadata, clientMetadataDocument } from './register/client-document.ts'
export { memoryStore } from './store/memory-store.ts'
export type { Grant } from './token/grant.ts'
export type {
  AuthEvent,
  AuthFetch,
  AuthStatus,
  AuthStore,
  ClientMetadata,
  Flow,
  OAuth,
  Prepared,
  SignInDriver,
  UrlPurpose,
} from './types.ts'
