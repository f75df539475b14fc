import type { BlobResourceContents, TextResourceContents } from './content.ts'
import type {
  JsonRpcError,
  JsonRpcErrorObject,
  JsonRpcMessage,
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcResponse,
  JsonRpcResult,
  RequestId,
} from './jsonrpc.ts'
import type { Icon, Implementation } from './lifecycle.ts'
import type { NotificationParams } from './messages.ts'
import type { CompletionReference } from './prompts.ts'
import type { RequestMeta, RequestParams, TaskAugmentation } from './request-params.ts'
import type { CoreTask, ExtensionTask } from './tasks.ts'
import type { Tool } from './tools.ts'

// Parts of messages.

/** Links progress notifications to their request. */
export type ProgressToken = RequestId
/** Where the next page of a list begins. Opaque. */
export type Cursor = string
/** Who speaks. */
export type Role = 'user' | 'assistant'
/** A name to program with, and one to display. */
export interface BaseMetadata {
  /** The name to program with. */
  name: string
  /** A name to display. */
  title?: string
}
/** What has icons. */
export interface Icons {
  /** Icons to display. */
  icons?: Icon[]
}
/** What the contents of all resources have in common. */
export type ResourceContents = Pick<TextResourceContents & BlobResourceContents, 'uri' | 'mimeType' | '_meta'>
/** Whether a tool can run as a task (2025-11-25). */
export type ToolExecution = NonNullable<Tool['execution']>
/** Refers to a prompt whose argument is completed. */
export type PromptReference = Extract<CompletionReference, { type: 'ref/prompt' }>
/** Refers to a resource template whose variable is completed. */
export type ResourceTemplateReference = Extract<CompletionReference, { type: 'ref/resource' }>
/** `ResourceTemplateReference` until 2025-03-26. */
export type ResourceReference = ResourceTemplateReference
/** Metadata. */
export type MetaObject = Record<string, unknown>
/** The `_meta` of requests. */
export type RequestMetaObject = RequestMeta
/** The `_meta` of notifications (2026-07-28). */
export interface NotificationMetaObject {
  /** The id of the `subscriptions/listen` request that it belongs to. */
  'io.modelcontextprotocol/subscriptionId'?: RequestId
  [key: string]: unknown
}
/** The `_meta` of results (2026-07-28). */
export interface ResultMetaObject {
  /** How the server introduces itself. */
  'io.modelcontextprotocol/serverInfo'?: Implementation
  [key: string]: unknown
}
/** The `_meta` of the end of a subscription (2026-07-28). */
export type SubscriptionsListenResultMeta = ResultMetaObject &
  Required<Pick<NotificationMetaObject, 'io.modelcontextprotocol/subscriptionId'>>
/** What a result is: `complete`, `input_required`, or a value of an extension. */
export type ResultType = string

// JSON-RPC.

/** A message that expects a response. */
export type JSONRPCRequest = JsonRpcRequest
/** A message that expects no response. */
export type JSONRPCNotification = JsonRpcNotification
/** The response to a request that succeeded. */
export type JSONRPCResultResponse = JsonRpcResult
/** The response to a request that failed. */
export type JSONRPCErrorResponse = JsonRpcError
/** `JSONRPCErrorResponse` until 2025-06-18. */
export type JSONRPCError = JsonRpcError
/** The response to a request. Until 2025-06-18 the specification calls only the one of success so. */
export type JSONRPCResponse = JsonRpcResponse
/** Any message. */
export type JSONRPCMessage = JsonRpcMessage
/** Several requests and notifications in one body; only in 2025-03-26. */
export type JSONRPCBatchRequest = (JsonRpcRequest | JsonRpcNotification)[]
/** Several responses in one body; only in 2025-03-26. */
export type JSONRPCBatchResponse = JsonRpcResponse[]

/** An error object with a code. */
export interface ErrorWithCode<Code extends number, Data = unknown> extends JsonRpcErrorObject {
  /** The code of the error. */
  code: Code
  /** Details. */
  data?: Data
}
/** What was received is not JSON. */
export type ParseError = ErrorWithCode<-32700>
/** The message is not a request. */
export type InvalidRequestError = ErrorWithCode<-32600>
/** The server does not have the method. */
export type MethodNotFoundError = ErrorWithCode<-32601>
/** The params are wrong. */
export type InvalidParamsError = ErrorWithCode<-32602>
/** The server failed. */
export type InternalError = ErrorWithCode<-32603>
/** A header and the body of a request differ (2026-07-28). */
export type HeaderMismatchError = JsonRpcError & { error: ErrorWithCode<-32020> }
/** The request needs a capability that the client did not declare (2026-07-28). */
export type MissingRequiredClientCapabilityError = JsonRpcError & { error: ErrorWithCode<-32021> }
/** The server does not speak the revision of the request (2026-07-28). */
export type UnsupportedProtocolVersionError = JsonRpcError & { error: ErrorWithCode<-32022> }
/** The user must visit pages before the request can run (2025-11-25). */
export type URLElicitationRequiredError = JsonRpcError & { error: ErrorWithCode<-32042> }

// Tasks.

/** A task, of 2025-11-25 or of the extension. */
export type Task = CoreTask | ExtensionTask
/** How long to keep a task (2025-11-25). */
export type TaskMetadata = NonNullable<TaskAugmentation['task']>
/** The params of requests that may run as tasks (2025-11-25). */
export type TaskAugmentedRequestParams = RequestParams & TaskAugmentation
/** The value of `io.modelcontextprotocol/related-task` in `_meta` (2025-11-25). */
export interface RelatedTaskMetadata {
  /** Identifies the task. */
  taskId: string
}

/** The params of `notifications/tasks/status`. */
export type TaskStatusNotificationParams = NotificationParams & CoreTask
