/** Which definition of the schemas a message belongs to. */
import type { OfficialSchemas } from './official-schemas.ts'

export interface AnyMessage {
  id?: string | number | null
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: unknown
}

/** The names of requests by method. */
const REQUESTS: Record<string, string> = {
  initialize: 'Initialize',
  ping: 'Ping',
  'server/discover': 'Discover',
  'tools/list': 'ListTools',
  'tools/call': 'CallTool',
  'resources/list': 'ListResources',
  'resources/templates/list': 'ListResourceTemplates',
  'resources/read': 'ReadResource',
  'resources/subscribe': 'Subscribe',
  'resources/unsubscribe': 'Unsubscribe',
  'prompts/list': 'ListPrompts',
  'prompts/get': 'GetPrompt',
  'completion/complete': 'Complete',
  'logging/setLevel': 'SetLevel',
  'subscriptions/listen': 'SubscriptionsListen',
  'tasks/get': 'GetTask',
  'tasks/update': 'UpdateTask',
  'tasks/cancel': 'CancelTask',
  'tasks/result': 'GetTaskPayload',
  'tasks/list': 'ListTasks',
  'elicitation/create': 'Elicit',
  'sampling/createMessage': 'CreateMessage',
  'roots/list': 'ListRoots',
}

const NOTIFICATIONS: Record<string, string> = {
  'notifications/initialized': 'Initialized',
  'notifications/cancelled': 'Cancelled',
  'notifications/progress': 'Progress',
  'notifications/message': 'LoggingMessage',
  'notifications/tools/list_changed': 'ToolListChanged',
  'notifications/prompts/list_changed': 'PromptListChanged',
  'notifications/resources/list_changed': 'ResourceListChanged',
  'notifications/resources/updated': 'ResourceUpdated',
  'notifications/roots/list_changed': 'RootsListChanged',
  'notifications/subscriptions/acknowledged': 'SubscriptionsAcknowledged',
  'notifications/elicitation/complete': 'ElicitationComplete',
  'notifications/tasks': 'Task',
  'notifications/tasks/status': 'TaskStatus',
}

/** The name of the definition of a message; `requested` is the method of the request that it answers. */
export function schemaName(message: AnyMessage, requested: unknown, isKnown: (name: string) => boolean): string {
  const { id, method, result } = message
  if (method) return id === undefined ? `${NOTIFICATIONS[method]}Notification` : `${REQUESTS[method]}Request`
  if (!result) return 'JSONRPCErrorResponse'
  if (result.resultType === 'input_required') return 'InputRequiredResult'
  // In 2025-11-25 the description of the task is a member, from 2026-07-28 on it is the result.
  const isTask = result.resultType === 'task' || 'task' in result
  if (isTask && requested === 'tools/call') return 'CreateTaskResult'
  // The result of a task is that of the request which it ran.
  if (requested === 'tasks/result') return 'CallToolResult'
  const name = `${REQUESTS[`${requested}`]}Result`
  return isKnown(name) ? name : 'EmptyResult'
}

/** Until 2025-06-18 error responses have another name. */
export function officialName({ names }: OfficialSchemas, name: string): string | undefined {
  return [name, name === 'JSONRPCErrorResponse' ? 'JSONRPCError' : name].find((one) => names.includes(one))
}
