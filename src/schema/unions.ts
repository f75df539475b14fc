/** Any request, result or notification of one side, and the responses with a certain result: made of the other schemas. */
import * as z from 'zod/mini'
import type { JsonRpcError, JsonRpcResponse, JsonRpcResult } from '../types/jsonrpc.ts'
import type * as official from '../types/official-messages.ts'
import { requestId, type Schema } from './common.ts'
import { object, oneOf, when } from './define.ts'
import type { Revision } from './revisions.ts'

export interface UnionSchemas {
  ClientRequest: Schema<official.ClientRequest>
  ServerRequest: Schema<official.ServerRequest>
  ClientNotification: Schema<official.ClientNotification>
  ServerNotification: Schema<official.ServerNotification>
  ClientResult: Schema<official.ClientResult>
  ServerResult: Schema<official.ServerResult>
  JSONRPCResponse: Schema<JsonRpcResponse>
  JSONRPCError: Schema<JsonRpcError>
}

/** Of 2026-07-28. */
export interface ResultResponseSchemas {
  CallToolResultResponse: Schema<official.CallToolResultResponse>
  CompleteResultResponse: Schema<official.CompleteResultResponse>
  DiscoverResultResponse: Schema<official.DiscoverResultResponse>
  GetPromptResultResponse: Schema<official.GetPromptResultResponse>
  ListPromptsResultResponse: Schema<official.ListPromptsResultResponse>
  ListResourceTemplatesResultResponse: Schema<official.ListResourceTemplatesResultResponse>
  ListResourcesResultResponse: Schema<official.ListResourcesResultResponse>
  ListToolsResultResponse: Schema<official.ListToolsResultResponse>
  ReadResourceResultResponse: Schema<official.ReadResourceResultResponse>
}

type Built = Readonly<Record<string, z.ZodMiniType | undefined>>

const LISTS = 'ListTools ListResources ListResourceTemplates ListPrompts'
const TASKS = 'GetTask GetTaskPayload CancelTask ListTasks'

export function unionSchemas(at: Revision, built: Built): UnionSchemas {
  /** One of these, as far as the revision has them. */
  const anyOf = (names: string, ending: string) =>
    oneOf(...names.split(' ').flatMap((name) => built[name + ending] ?? [])) as never
  const changes = 'ToolListChanged PromptListChanged ResourceListChanged ResourceUpdated'
  return {
    ClientRequest: anyOf(
      `Initialize Ping Discover CallTool ReadResource Subscribe Unsubscribe GetPrompt Complete SetLevel SubscriptionsListen UpdateTask ${LISTS} ${TASKS}`,
      'Request',
    ),
    ServerRequest: when(at.handshake, anyOf(`Ping Elicit CreateMessage ListRoots ${TASKS}`, 'Request')),
    ClientNotification: anyOf(
      at.stateless ? 'Cancelled' : 'Cancelled Progress Initialized RootsListChanged TaskStatus',
      'Notification',
    ),
    ServerNotification: anyOf(
      `Cancelled Progress LoggingMessage ElicitationComplete TaskStatus Task SubscriptionsAcknowledged ${changes}`,
      'Notification',
    ),
    // Results are open: any result is one of either side.
    ClientResult: built.Result as never,
    ServerResult: built.Result as never,
    JSONRPCResponse: anyOf(at.icons ? 'JSONRPCResult JSONRPCError' : 'JSONRPCResult', 'Response'),
    JSONRPCError: when(!at.icons, built.JSONRPCErrorResponse as never),
  }
}

export function resultResponseSchemas(at: Revision, built: Built): Partial<ResultResponseSchemas> {
  if (!at.stateless) return {}
  const response = (result: z.ZodMiniType): Schema<JsonRpcResult> =>
    object({ jsonrpc: z.literal('2.0'), id: requestId, result }) as never
  const plain = `Complete Discover ${LISTS}`.split(' ').map((name) => [name, built[`${name}Result`]!] as const)
  const asking = ['CallTool', 'GetPrompt', 'ReadResource'].map(
    (name) => [name, oneOf(built.InputRequiredResult!, built[`${name}Result`]!)] as const,
  )
  return Object.fromEntries([...plain, ...asking].map(([name, result]) => [`${name}ResultResponse`, response(result)]))
}
