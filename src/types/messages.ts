/** The messages of MCP: requests, their params and results, and notifications, with the members of all revisions. */
import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestParams,
  ElicitResult,
  Root,
} from './client-features.ts'
import type { InputRequests, InputResponses } from './input-required.ts'
import type { RequestId } from './jsonrpc.ts'
import type { ClientCapabilities, DiscoverResult, Implementation, InitializeResult } from './lifecycle.ts'
import type { LoggingLevel, LogMessage, Progress } from './notifications.ts'
import type { Completion, GetPromptResult, Prompt } from './prompts.ts'
import type { ReadResourceResult, Resource, ResourceTemplate } from './resources.ts'
import type { SubscriptionFilter } from './subscriptions.ts'
import type { CoreTask, DetailedTask, ExtensionTask } from './tasks.ts'
import type { CallToolResult, Tool } from './tools.ts'

type Meta = Record<string, unknown>

export interface RequestMeta {
  progressToken?: RequestId
  /** From here on 2026-07-28. */
  'io.modelcontextprotocol/protocolVersion'?: string
  'io.modelcontextprotocol/clientCapabilities'?: ClientCapabilities
  'io.modelcontextprotocol/clientInfo'?: Implementation
  'io.modelcontextprotocol/logLevel'?: LoggingLevel
  [key: string]: unknown
}

export interface RequestParams {
  _meta?: RequestMeta
}

/** A request with its method and params. */
export interface RequestMessage<Method extends string, Params> {
  jsonrpc: '2.0'
  id: RequestId
  method: Method
  params: Params
}

/** A notification with its method and params. */
export interface NotificationMessage<Method extends string, Params> {
  jsonrpc: '2.0'
  method: Method
  params: Params
}

/** A request or notification whose params may be absent. */
export type WithOptionalParams<Message extends { params: unknown }> = Omit<Message, 'params'> &
  Partial<Pick<Message, 'params'>>

export interface Result {
  _meta?: Meta
  /** 2026-07-28. */
  resultType?: 'complete'
}

export interface CacheableResult extends Result {
  /** 2026-07-28: milliseconds. */
  ttlMs?: number
  cacheScope?: 'public' | 'private'
}

export interface PaginatedResult extends CacheableResult {
  nextCursor?: string
}

export interface PaginatedRequestParams extends RequestParams {
  cursor?: string
}

/** 2026-07-28: the input that an earlier result asked for. */
export interface InputResponseRequestParams extends RequestParams {
  inputResponses?: InputResponses
  requestState?: string
}

/** 2025-11-25: asks to run the request as a task. */
export interface TaskAugmentation {
  task?: { ttl?: number }
}

export interface CallToolRequestParams extends InputResponseRequestParams, TaskAugmentation {
  name: string
  arguments?: Record<string, unknown>
}

export interface GetPromptRequestParams extends InputResponseRequestParams {
  name: string
  arguments?: Record<string, string>
}

export interface ResourceRequestParams extends RequestParams {
  uri: string
}

export interface ReadResourceRequestParams extends ResourceRequestParams, InputResponseRequestParams {}

export interface InitializeRequestParams extends RequestParams {
  protocolVersion: string
  capabilities: ClientCapabilities
  clientInfo: Implementation
}

export interface SetLevelRequestParams extends RequestParams {
  level: LoggingLevel
}

export interface TaskRequestParams extends RequestParams {
  taskId: string
}

export interface UpdateTaskRequestParams extends TaskRequestParams {
  inputResponses: InputResponses
}

export interface SubscriptionsListenRequestParams extends RequestParams {
  notifications: SubscriptionFilter
}

export interface NotificationParams {
  _meta?: Meta
}

export interface CancelledNotificationParams extends NotificationParams {
  /** 2025-11-25: absent for a task. */
  requestId?: RequestId
  reason?: string
}

export interface ProgressNotificationParams extends NotificationParams, Progress {
  progressToken: RequestId
}

export interface LoggingMessageNotificationParams extends NotificationParams, LogMessage {}

export interface ResourceUpdatedNotificationParams extends NotificationParams {
  uri: string
}

export interface InputRequiredResult {
  resultType: 'input_required'
  inputRequests?: InputRequests
  requestState?: string
  _meta?: Meta
}

/** The results of requests, by method. */
export interface Results {
  initialize: InitializeResult & Result
  'server/discover': DiscoverResult & CacheableResult
  'tools/list': PaginatedResult & { tools: Tool[] }
  'tools/call': CallToolResult & Result
  'resources/list': PaginatedResult & { resources: Resource[] }
  'resources/templates/list': PaginatedResult & { resourceTemplates: ResourceTemplate[] }
  'resources/read': ReadResourceResult & CacheableResult
  'prompts/list': PaginatedResult & { prompts: Prompt[] }
  'prompts/get': GetPromptResult & Result
  'completion/complete': Result & { completion: Completion }
  'tasks/list': Omit<PaginatedResult, keyof CacheableResult> & { tasks: CoreTask[]; _meta?: Meta }
  'tasks/get': Result & (CoreTask | DetailedTask)
  'subscriptions/listen': Result
  'roots/list': { roots: Root[]; _meta?: Meta }
  'sampling/createMessage': CreateMessageResult
  'elicitation/create': ElicitResult & { _meta?: Meta }
}

/** The first answer to a call that runs as a task: 2025-11-25 wraps the task, the extension does not. */
export type CreateTaskResult = { task: CoreTask; _meta?: Meta } | (ExtensionTask & { resultType: 'task'; _meta?: Meta })

/** The params of requests that servers send to clients, by method. */
export interface ServerRequestParams {
  'roots/list': RequestParams
  'sampling/createMessage': CreateMessageRequestParams & RequestParams & TaskAugmentation
  'elicitation/create': ElicitRequestParams & RequestParams & TaskAugmentation
}

/** A request of a server: a JSON-RPC message until 2025-11-25, from then on without an envelope in `inputRequests`. */
export interface ServerRequestMessage<Method extends string, Params> {
  jsonrpc?: '2.0'
  id?: RequestId
  method: Method
  params: Params
}
