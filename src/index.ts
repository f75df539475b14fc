/** The public entry: an MCP client for everything that has `fetch`. */
import { type Connect, createConnect } from './connect.ts'
import { systemGround } from './util/ground.ts'

/** Connects to an MCP server. */
export const connect: Connect = /* @__PURE__ */ createConnect(systemGround)

export type { Client, ServerView } from './client.ts'
export type { Connect } from './connect.ts'
export type { Connection } from './connection.ts'
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
export type {
  CallOptions,
  ConnectOptions,
  Fetch,
  FetchInit,
  HandlerContext,
  Handlers,
  ReconnectAttempt,
  ResumeToken,
  Snapshot,
  Transport,
} from './options.ts'
export { detectTransport } from './protocol/detect.ts'
export type {
  CallToolResult,
  ContentBlock,
  ElicitRequest,
  ElicitResult,
  Implementation,
  LogMessage,
  Progress,
  ProtocolVersion,
  Root,
  SampleRequest,
  SampleResult,
  ServerCapabilities,
  Tool,
} from './schema.ts'
