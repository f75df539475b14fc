/** The main entry: `connect()`, its types and its errors. */
import { type Connect, createConnect } from './connect.ts'
import { systemEnvironment } from './util/environment.ts'

/** Connects to an MCP server. */
export const connect: Connect = /* @__PURE__ */ createConnect(systemEnvironment)

export type {
  CallToolResult,
  Change,
  CompleteRequestParams,
  Completion,
  CompletionReference,
  ContentBlock,
  Continuation,
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestParams,
  ElicitResult,
  EraName,
  GetPromptResult,
  Implementation,
  InputRequest,
  InputRequests,
  InputRequired,
  InputResponses,
  JsonSchema,
  LoggingLevel,
  LogMessage,
  Progress,
  Prompt,
  ProtocolVersion,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
  Root,
  ServerCapabilities,
  SubscriptionFilter,
  Tool,
  TransportKind,
} from '../types/index.ts'
export type { StandardResult, StandardSchema } from '../types/standard-schema.ts'
export type { CacheEntry, EraCache, KnownServer, ResponseCache } from '../types/stores.ts'
export type { Client, Outcome, ServerDetails, ToolOutcome } from './client.ts'
export type { Connect } from './connect.ts'
export type { Connection } from './connection-state.ts'
export {
  type AnyMcpError,
  CapabilityError,
  ClosedError,
  type ConnectAttempt,
  ConnectError,
  ConnectionError,
  type Delivery,
  HttpError,
  InvalidMessageError,
  isMcpError,
  McpError,
  NotMcpEndpointError,
  RpcError,
  SessionLostError,
  TimeoutError,
  VersionError,
} from './errors.ts'
export type { DrainEnd, Status, WireEvent } from './events.ts'
export type { ListenOptions, Subscription } from './methods/listen.ts'
export { detectTransport } from './negotiation/detect-transport.ts'
export type {
  CallOptions,
  ConnectOptions,
  ElicitContext,
  ElicitHandler,
  Fetch,
  FetchInit,
  HandlerContext,
  Handlers,
  ReconnectAttempt,
  ResumeToken,
  SampleHandler,
  Snapshot,
  StreamToken,
  TaskToken,
  TransportOption,
} from './options.ts'
