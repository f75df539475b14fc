/** The messages of MCP: requests, results and notifications, with the members of all revisions. */
import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestParams,
  ElicitResult,
  Root,
} from './client-features.ts'
import type { InputRequests } from './input-required.ts'
import type { RequestId } from './jsonrpc.ts'
import type { DiscoverResult, InitializeResult } from './lifecycle.ts'
import type { LogMessage, Progress } from './notifications.ts'
import type { Completion, GetPromptResult, Prompt } from './prompts.ts'
import type { RequestParams, TaskAugmentation } from './request-params.ts'
import type { ReadResourceResult, Resource, ResourceTemplate } from './resources.ts'
import type { CoreTask, DetailedTask, ExtensionTask } from './tasks.ts'
import type { CallToolResult, Tool } from './tools.ts'

type Meta = Record<string, unknown>

/** A request with its method and params. */
export interface RequestMessage<Method extends string, Params> {
  /** The version of JSON-RPC. */
  jsonrpc: '2.0'
  /** Identifies the request. */
  id: RequestId
  /** The JSON-RPC method. */
  method: Method
  /** The parameters of the method. */
  params: Params
}

/** A notification with its method and params. */
export interface NotificationMessage<Method extends string, Params> {
  /** The version of JSON-RPC. */
  jsonrpc: '2.0'
  /** The JSON-RPC method. */
  method: Method
  /** The parameters of the method. */
  params: Params
}

/** A request or notification whose params may be absent. */
export type WithOptionalParams<Message extends { params: unknown }> = Omit<Message, 'params'> &
  Partial<Pick<Message, 'params'>>

/** The members of all results. */
export interface Result {
  /** Metadata that MCP reserves. */
  _meta?: Meta
  /** 2026-07-28. */
  resultType?: 'complete'
}

/** The members of results that may be cached. */
export interface CacheableResult extends Result {
  /** 2026-07-28: milliseconds. */
  ttlMs?: number
  /** 2026-07-28: whether other users may get it too. */
  cacheScope?: 'public' | 'private'
}

/** One page of a list. */
export interface PaginatedResult extends CacheableResult {
  /** Where the next page begins, if there is one. */
  nextCursor?: string
}

/** The params of all notifications. */
export interface NotificationParams {
  /** Metadata that MCP reserves. */
  _meta?: Meta
}

/** The params of `notifications/cancelled`. */
export interface CancelledNotificationParams extends NotificationParams {
  /** 2025-11-25: absent for a task. */
  requestId?: RequestId
  /** Why, in words. */
  reason?: string
}

/** The params of `notifications/progress`. */
export interface ProgressNotificationParams extends NotificationParams, Progress {
  /** The token of the request. */
  progressToken: RequestId
}

/** The params of `notifications/message`. */
export interface LoggingMessageNotificationParams extends NotificationParams, LogMessage {}

/** The params of `notifications/resources/updated`. */
export interface ResourceUpdatedNotificationParams extends NotificationParams {
  /** The URI of the resource, or of a part of it. */
  uri: string
}

/** 2026-07-28: a result that asks for input. */
export interface InputRequiredResult {
  /** Tells it from a complete result. */
  resultType: 'input_required'
  /** What the server asks for. */
  inputRequests?: InputRequests
  /** Opaque state of the server. */
  requestState?: string
  /** Metadata that MCP reserves. */
  _meta?: Meta
}

/** The results of requests, by method. */
export interface Results {
  /** The result of the handshake. */
  initialize: InitializeResult & Result
  /** What the server speaks and can do. */
  'server/discover': DiscoverResult & CacheableResult
  /** A page of tools. */
  'tools/list': PaginatedResult & { tools: Tool[] }
  /** The result of a tool. */
  'tools/call': CallToolResult & Result
  /** A page of resources. */
  'resources/list': PaginatedResult & { resources: Resource[] }
  /** A page of resource templates. */
  'resources/templates/list': PaginatedResult & { resourceTemplates: ResourceTemplate[] }
  /** The contents of a resource. */
  'resources/read': ReadResourceResult & CacheableResult
  /** A page of prompts. */
  'prompts/list': PaginatedResult & { prompts: Prompt[] }
  /** A prompt that is filled in. */
  'prompts/get': GetPromptResult & Result
  /** Suggested values of an argument. */
  'completion/complete': Result & { completion: Completion }
  /** A page of tasks. */
  'tasks/list': Omit<PaginatedResult, keyof CacheableResult> & { tasks: CoreTask[]; _meta?: Meta }
  /** The state of a task. */
  'tasks/get': Result & (CoreTask | DetailedTask)
  /** The end of a subscription. */
  'subscriptions/listen': Result
  /** The roots of the client. */
  'roots/list': { roots: Root[]; _meta?: Meta }
  /** A message of a model. */
  'sampling/createMessage': CreateMessageResult
  /** The answer of a user. */
  'elicitation/create': ElicitResult & { _meta?: Meta }
}

/** The first answer to a call that runs as a task: 2025-11-25 wraps the task, the extension does not. */
export type CreateTaskResult = { task: CoreTask; _meta?: Meta } | (ExtensionTask & { resultType: 'task'; _meta?: Meta })

/** The params of requests that servers send to clients, by method. */
export interface ServerRequestParams {
  /** Asks for the roots. */
  'roots/list': RequestParams
  /** Asks for a message of a model. */
  'sampling/createMessage': CreateMessageRequestParams & RequestParams & TaskAugmentation
  /** Asks a user. */
  'elicitation/create': ElicitRequestParams & RequestParams & TaskAugmentation
}

/** A request of a server: a JSON-RPC message until 2025-11-25, from then on without an envelope in `inputRequests`. */
export interface ServerRequestMessage<Method extends string, Params> {
  /** The version of JSON-RPC. */
  jsonrpc?: '2.0'
  /** Identifies the request. */
  id?: RequestId
  /** The JSON-RPC method. */
  method: Method
  /** The parameters of the method. */
  params: Params
}
