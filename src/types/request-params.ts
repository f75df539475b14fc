/** The params of requests, with the members of all revisions. */
import type { InputResponses } from './input-required.ts'
import type { RequestId } from './jsonrpc.ts'
import type { ClientCapabilities, Implementation } from './lifecycle.ts'
import type { LoggingLevel } from './notifications.ts'
import type { SubscriptionFilter } from './subscriptions.ts'

/** The `_meta` of requests. */
export interface RequestMeta {
  /** Asks for progress notifications with this token. */
  progressToken?: RequestId
  /** From here on 2026-07-28. */
  'io.modelcontextprotocol/protocolVersion'?: string
  /** What the client can do. */
  'io.modelcontextprotocol/clientCapabilities'?: ClientCapabilities
  /** How the client introduces itself. */
  'io.modelcontextprotocol/clientInfo'?: Implementation
  /** The lowest level of log messages to send. */
  'io.modelcontextprotocol/logLevel'?: LoggingLevel
  [key: string]: unknown
}

/** The params of all requests. */
export interface RequestParams {
  /** Metadata that MCP reserves. */
  _meta?: RequestMeta
}

/** The params of lists. */
export interface PaginatedRequestParams extends RequestParams {
  /** Where the page begins; absent for the first. */
  cursor?: string
}

/** 2026-07-28: the input that an earlier result asked for. */
export interface InputResponseRequestParams extends RequestParams {
  /** The answers, keyed like the requests. */
  inputResponses?: InputResponses
  /** Opaque state of the server, sent back unchanged. */
  requestState?: string
}

/** 2025-11-25: asks to run the request as a task. */
export interface TaskAugmentation {
  /** How long the task should be kept, in milliseconds. */
  task?: { ttl?: number }
}

/** The params of `tools/call`. */
export interface CallToolRequestParams extends InputResponseRequestParams, TaskAugmentation {
  /** The name of the tool. */
  name: string
  /** The arguments of the tool. */
  arguments?: Record<string, unknown>
}

/** The params of `prompts/get`. */
export interface GetPromptRequestParams extends InputResponseRequestParams {
  /** The name of the prompt. */
  name: string
  /** The arguments of the prompt. */
  arguments?: Record<string, string>
}

/** The params of requests about one resource. */
export interface ResourceRequestParams extends RequestParams {
  /** The URI of the resource. */
  uri: string
}

/** The params of `resources/read`. */
export interface ReadResourceRequestParams extends ResourceRequestParams, InputResponseRequestParams {}

/** The params of `initialize`. */
export interface InitializeRequestParams extends RequestParams {
  /** The latest revision that the client speaks. */
  protocolVersion: string
  /** What the client can do. */
  capabilities: ClientCapabilities
  /** How the client introduces itself. */
  clientInfo: Implementation
}

/** The params of `logging/setLevel`. */
export interface SetLevelRequestParams extends RequestParams {
  /** The lowest level of log messages to send. */
  level: LoggingLevel
}

/** The params of requests about one task. */
export interface TaskRequestParams extends RequestParams {
  /** Identifies the task. */
  taskId: string
}

/** The params of `tasks/update`. */
export interface UpdateTaskRequestParams extends TaskRequestParams {
  /** The answers, keyed like the requests. */
  inputResponses: InputResponses
}

/** The params of `subscriptions/listen`. */
export interface SubscriptionsListenRequestParams extends RequestParams {
  /** The changes to report. */
  notifications: SubscriptionFilter
}
