/**
 * The requests, results and notifications by the names of the official schemas, and their unions. Elsewhere they are said by
 * their method, as `RequestMessage<'tools/call', …>`.
 */
import type { CreateMessageResult, ElicitResult } from './client-features.ts'
import type { JsonRpcResult } from './jsonrpc.ts'
import type { DiscoverResult, InitializeResult } from './lifecycle.ts'
import type {
  CancelledNotificationParams,
  CreateTaskResult,
  InputRequiredResult,
  LoggingMessageNotificationParams,
  NotificationMessage,
  NotificationParams,
  ProgressNotificationParams,
  RequestMessage,
  ResourceUpdatedNotificationParams,
  Result,
  Results,
  ServerRequestMessage,
  ServerRequestParams,
  WithOptionalParams,
} from './messages.ts'
import type { SubscriptionsListenResultMeta, TaskStatusNotificationParams } from './official-names.ts'
import type { CompleteRequestParams, GetPromptResult } from './prompts.ts'
import type {
  CallToolRequestParams,
  GetPromptRequestParams,
  InitializeRequestParams,
  PaginatedRequestParams,
  ReadResourceRequestParams,
  RequestParams,
  ResourceRequestParams,
  SetLevelRequestParams,
  SubscriptionsListenRequestParams,
  TaskRequestParams,
} from './request-params.ts'
import type { ReadResourceResult } from './resources.ts'
import type { SubscriptionFilter } from './subscriptions.ts'
import type { CallToolResult } from './tools.ts'

// Requests of clients.

type ListRequest<Method extends string> = WithOptionalParams<RequestMessage<Method, PaginatedRequestParams>>

/** Begins the handshake. */
export type InitializeRequest = RequestMessage<'initialize', InitializeRequestParams>
/** Asks whether the other side is there. */
export type PingRequest = WithOptionalParams<RequestMessage<'ping', RequestParams>>
/** Asks what the server speaks and can do (2026-07-28). */
export type DiscoverRequest = RequestMessage<'server/discover', RequestParams>
/** A request for one page of a list. */
export type PaginatedRequest = ListRequest<string>
/** Lists tools. */
export type ListToolsRequest = ListRequest<'tools/list'>
/** Calls a tool. */
export type CallToolRequest = RequestMessage<'tools/call', CallToolRequestParams>
/** Lists resources. */
export type ListResourcesRequest = ListRequest<'resources/list'>
/** Lists resource templates. */
export type ListResourceTemplatesRequest = ListRequest<'resources/templates/list'>
/** Reads a resource. */
export type ReadResourceRequest = RequestMessage<'resources/read', ReadResourceRequestParams>
/** Subscribes to a resource. */
export type SubscribeRequest = RequestMessage<'resources/subscribe', SubscribeRequestParams>
/** The params of `resources/subscribe`. */
export type SubscribeRequestParams = ResourceRequestParams
/** Unsubscribes from a resource. */
export type UnsubscribeRequest = RequestMessage<'resources/unsubscribe', UnsubscribeRequestParams>
/** The params of `resources/unsubscribe`. */
export type UnsubscribeRequestParams = ResourceRequestParams
/** Lists prompts. */
export type ListPromptsRequest = ListRequest<'prompts/list'>
/** Fills in a prompt. */
export type GetPromptRequest = RequestMessage<'prompts/get', GetPromptRequestParams>
/** Asks for values of an argument. */
export type CompleteRequest = RequestMessage<'completion/complete', CompleteRequestParams>
/** Sets the lowest level of log messages. */
export type SetLevelRequest = RequestMessage<'logging/setLevel', SetLevelRequestParams>
/** Subscribes to changes (2026-07-28). */
export type SubscriptionsListenRequest = RequestMessage<'subscriptions/listen', SubscriptionsListenRequestParams>
/** Asks for the state of a task. */
export type GetTaskRequest = RequestMessage<'tasks/get', TaskRequestParams>
/** Asks for the result of a task (2025-11-25). */
export type GetTaskPayloadRequest = RequestMessage<'tasks/result', TaskRequestParams>
/** Cancels a task. */
export type CancelTaskRequest = RequestMessage<'tasks/cancel', TaskRequestParams>
/** Lists tasks (2025-11-25). */
export type ListTasksRequest = ListRequest<'tasks/list'>
/** Any request of a client. */
export type ClientRequest =
  | InitializeRequest
  | PingRequest
  | DiscoverRequest
  | ListToolsRequest
  | CallToolRequest
  | ListResourcesRequest
  | ListResourceTemplatesRequest
  | ReadResourceRequest
  | SubscribeRequest
  | UnsubscribeRequest
  | ListPromptsRequest
  | GetPromptRequest
  | CompleteRequest
  | SetLevelRequest
  | SubscriptionsListenRequest
  | GetTaskRequest
  | GetTaskPayloadRequest
  | CancelTaskRequest
  | ListTasksRequest

// Requests of servers.

/** A server asks the user for input. */
export type ElicitRequest = ServerRequestMessage<'elicitation/create', ServerRequestParams['elicitation/create']>
/** A server asks for a message of a model. */
export type CreateMessageRequest = ServerRequestMessage<
  'sampling/createMessage',
  ServerRequestParams['sampling/createMessage']
>
/** A server asks for the roots. */
export type ListRootsRequest = ServerRequestMessage<'roots/list', ServerRequestParams['roots/list'] | undefined>
/** Any request of a server, until 2025-11-25. */
export type ServerRequest =
  | PingRequest
  | ElicitRequest
  | CreateMessageRequest
  | ListRootsRequest
  | GetTaskRequest
  | GetTaskPayloadRequest
  | CancelTaskRequest
  | ListTasksRequest

// Results.

/** A result without members of its own. */
export type EmptyResult = Result
/** A page of tools. */
export type ListToolsResult = Results['tools/list']
/** A page of resources. */
export type ListResourcesResult = Results['resources/list']
/** A page of resource templates. */
export type ListResourceTemplatesResult = Results['resources/templates/list']
/** A page of prompts. */
export type ListPromptsResult = Results['prompts/list']
/** Suggested values of an argument. */
export type CompleteResult = Results['completion/complete']
/** The end of a subscription (2026-07-28). */
export type SubscriptionsListenResult = Results['subscriptions/listen'] & { _meta?: SubscriptionsListenResultMeta }
/** The roots of a client. */
export type ListRootsResult = Results['roots/list']
/** The state of a task. */
export type GetTaskResult = Results['tasks/get']
/** The result of the request that ran as a task (2025-11-25). */
export type GetTaskPayloadResult = Record<string, unknown>
/** The task that was canceled; empty in the extension of 2026-07-28. */
export type CancelTaskResult = Result | Results['tasks/get']
/** A page of tasks (2025-11-25). */
export type ListTasksResult = Results['tasks/list']
/** The answer to one entry of `inputRequests` (2026-07-28). */
export type InputResponse = ElicitResult | CreateMessageResult | ListRootsResult
/** Any result of a client. */
export type ClientResult = EmptyResult | InputResponse | GetTaskResult | GetTaskPayloadResult | ListTasksResult
/** Any result of a server. */
export type ServerResult =
  | EmptyResult
  | InitializeResult
  | DiscoverResult
  | ListToolsResult
  | CallToolResult
  | ListResourcesResult
  | ListResourceTemplatesResult
  | ReadResourceResult
  | ListPromptsResult
  | GetPromptResult
  | CompleteResult
  | InputRequiredResult
  | SubscriptionsListenResult
  | CreateTaskResult
  | GetTaskResult
  | GetTaskPayloadResult
  | ListTasksResult

type ResponseWith<R> = Omit<JsonRpcResult, 'result'> & { result: R }

/** The response with the result of a tool. */
export type CallToolResultResponse = ResponseWith<CallToolResult | InputRequiredResult>
/** The response with suggested values. */
export type CompleteResultResponse = ResponseWith<CompleteResult>
/** The response with what the server speaks and can do. */
export type DiscoverResultResponse = ResponseWith<DiscoverResult>
/** The response with a prompt. */
export type GetPromptResultResponse = ResponseWith<GetPromptResult | InputRequiredResult>
/** The response with a page of prompts. */
export type ListPromptsResultResponse = ResponseWith<ListPromptsResult>
/** The response with a page of resource templates. */
export type ListResourceTemplatesResultResponse = ResponseWith<ListResourceTemplatesResult>
/** The response with a page of resources. */
export type ListResourcesResultResponse = ResponseWith<ListResourcesResult>
/** The response with a page of tools. */
export type ListToolsResultResponse = ResponseWith<ListToolsResult>
/** The response with the contents of a resource. */
export type ReadResourceResultResponse = ResponseWith<ReadResourceResult | InputRequiredResult>

// Notifications.

type PlainNotification<Method extends string> = WithOptionalParams<NotificationMessage<Method, NotificationParams>>

/** A request is canceled. */
export type CancelledNotification = NotificationMessage<'notifications/cancelled', CancelledNotificationParams>
/** How far a request is. */
export type ProgressNotification = NotificationMessage<'notifications/progress', ProgressNotificationParams>
/** The handshake is done. */
export type InitializedNotification = PlainNotification<'notifications/initialized'>
/** The roots of the client changed. */
export type RootsListChangedNotification = PlainNotification<'notifications/roots/list_changed'>
/** A log message. */
export type LoggingMessageNotification = NotificationMessage<'notifications/message', LoggingMessageNotificationParams>
/** The tools changed. */
export type ToolListChangedNotification = PlainNotification<'notifications/tools/list_changed'>
/** The prompts changed. */
export type PromptListChangedNotification = PlainNotification<'notifications/prompts/list_changed'>
/** The list of resources changed. */
export type ResourceListChangedNotification = PlainNotification<'notifications/resources/list_changed'>
/** A resource changed. */
export type ResourceUpdatedNotification = NotificationMessage<
  'notifications/resources/updated',
  ResourceUpdatedNotificationParams
>
/** The user completed a page (2025-11-25). */
export type ElicitationCompleteNotification = NotificationMessage<
  'notifications/elicitation/complete',
  NotificationParams & { elicitationId: string }
>
/** The state of a task changed (2025-11-25). */
export type TaskStatusNotification = NotificationMessage<'notifications/tasks/status', TaskStatusNotificationParams>
/** The subscription is active (2026-07-28). */
export type SubscriptionsAcknowledgedNotification = NotificationMessage<
  'notifications/subscriptions/acknowledged',
  SubscriptionsAcknowledgedNotificationParams
>
/** The params of `notifications/subscriptions/acknowledged`. */
export type SubscriptionsAcknowledgedNotificationParams = NotificationParams & { notifications: SubscriptionFilter }
/** Any notification of a client. */
export type ClientNotification =
  | CancelledNotification
  | ProgressNotification
  | InitializedNotification
  | RootsListChangedNotification
  | TaskStatusNotification
/** Any notification of a server. */
export type ServerNotification =
  | CancelledNotification
  | ProgressNotification
  | LoggingMessageNotification
  | ToolListChangedNotification
  | PromptListChangedNotification
  | ResourceListChangedNotification
  | ResourceUpdatedNotification
  | ElicitationCompleteNotification
  | TaskStatusNotification
  | SubscriptionsAcknowledgedNotification
