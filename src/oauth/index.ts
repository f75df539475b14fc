/** Authorization for MCP: a `fetch` that wraps a `fetch`. */
import { systemEnvironment } from '../core/util/environment.ts'
import { createOAuth } from './oauth.ts'
import type { OAuth, OAuthOptions } from './types.ts'

/** Tokens for one MCP endpoint: `connect(url, { fetch: oauth({ server: url, … }).fetch })`. */
export const oauth: (options: OAuthOptions) => OAuth = createOAuth(systemEnvironment)

export {
  AuthError,
  type AuthErrorReason,
  AuthorizationRequiredError,
  InsufficientScopeError,
  type ServerWords,
} from './errors.ts'
export type { Dpop, Grant } from './extension.ts'
export { checkClientMetadata, clientMetadataDocument } from './register/client-document.ts'
export { memoryStore } from './store/memory-store.ts'
export type {
  AuthEvent,
  AuthFetch,
  AuthStatus,
  AuthStore,
  ClientMetadata,
  Driver,
  Flow,
  OAuth,
  OAuthOptions,
  UrlPurpose,
} from './types.ts'
