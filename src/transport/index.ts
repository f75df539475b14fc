/** The entry `mcp-over-fetch/transport`: this client below those of other SDKs, as their transport. */
import { connect } from '../core/index.ts'
import { type CreateTransport, createFetchTransport } from './fetch-transport.ts'

/**
 * A transport for `Client` of `@modelcontextprotocol/sdk` 1.x and of `@modelcontextprotocol/client` 2.x, and for
 * `createMCPClient()` of `@ai-sdk/mcp`.
 *
 * @example
 * await otherClient.connect(fetchTransport('https://tools.example.com/mcp'))
 */
export const fetchTransport: CreateTransport = /* @__PURE__ */ createFetchTransport(connect)

export { TransportError, UnauthorizedError } from './errors.ts'
export type { CreateTransport } from './fetch-transport.ts'
export { oauthFrom } from './oauth-from.ts'
export type {
  AuthRequest,
  FetchTransport,
  FetchTransportOptions,
  OAuthProvider,
  ProviderFetch,
  StoredTokens,
  TransportMessage,
  TransportSendOptions,
} from './types.ts'
