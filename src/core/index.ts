/** The main entry: `connect()`, its types and its errors. */
import { createConnect, type TypedConnect } from './connect.ts'
import { systemEnvironment } from './util/environment.ts'

/**
 * Connects to an MCP server: finds out which revision and transport it speaks, and opens a session if it needs one.
 *
 * @example
 * const client = await connect('https://tools.example.com/mcp')
 * console.log(await client.listTools())
 * await client.close()
 */
export const connect: TypedConnect = /* @__PURE__ */ createConnect(systemEnvironment) as TypedConnect

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
  ToolArguments,
  TransportKind,
} from '../types/index.ts'
export type { InferSchema } from '../types/infer-schema.ts'
export type { AnyServer, PromptTypes, ToolDefinition, ToolTypes } from '../types/server.ts'
export type { StandardResult, StandardSchema } from '../types/standard-schema.ts'
export type { CacheEntry, EraCache, KnownServer, ResponseCache } from '../types/stores.ts'
export type * from './add-on-errors.ts'
export type {
  CacheOptions,
  CallOptions,
  CallToolOptions,
  CustomRequestOptions,
  GetPromptOptions,
  InputMode,
  InputOptions,
  ListOptions,
  ProgressOptions,
  ReadResourceOptions,
  RequestOptions,
} from './call-options.ts'
export type { CheckedToolResult, Client, Outcome, ServerDetails } from './client.ts'
export type { Connect, TypedConnect } from './connect.ts'
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
export type { Fetch, FetchInit, HeadersInput, HeadersLike } from './fetch.ts'
export type {
  ElicitAnswer,
  ElicitContext,
  ElicitHandler,
  HandlerContext,
  Handlers,
  MethodHandler,
  RootAnswer,
  SampleAnswer,
  SampleHandler,
} from './handlers.ts'
export type { ListItems, ListKind, Page, PageOptions } from './methods/list-pages.ts'
export type { ListenFilter, ListenOptions, Subscription } from './methods/listen.ts'
export type { CompleteParams } from './methods/prompts.ts'
export { detectTransport } from './negotiation/detect-server.ts'
export type {
  ClientInfo,
  ConnectOptions,
  DrainOptions,
  FurtherCapabilities,
  Issues,
  KeepAliveOptions,
  Limits,
  ReconnectAttempt,
  ReconnectOptions,
  TracedRequest,
  TransportOption,
} from './options.ts'
export type { ResumeToken, Snapshot, StreamToken, TaskToken } from './resume-token.ts'
export type { ArgumentsAndOptions, CallTool, GetPrompt, InputOf, ResultOf } from './typed-calls.ts'
