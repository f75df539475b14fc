/** The entry `mcp-over-fetch/relay`: for pages whose MCP server sends no CORS headers. */
export {
  type NodeHandlerOptions,
  type NodeRequest,
  type NodeResponse,
  toNodeHandler,
} from '../shared/node-handler.ts'
export { createRelay } from './create-relay.ts'
export { RelayError } from './errors.ts'
export { createRelayKeys, type RelayKeys } from './keys.ts'
export { type RelayedOptions, relayed } from './relayed.ts'
export type {
  AllowUrl,
  Relay,
  RelayAllow,
  RelayCredentials,
  RelayErrorReason,
  RelayKey,
  RelayLimits,
  RelayLogEntry,
  RelayOptions,
  RelayRequest,
} from './types.ts'
