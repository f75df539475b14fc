/** Change notifications: which change each of them reports, and which ones a subscription asks for. */
import type { Params } from '../types/jsonrpc.ts'
import type { Change, SubscriptionFilter } from '../types/subscriptions.ts'

const LIST_CHANGED = {
  'notifications/tools/list_changed': 'tools',
  'notifications/prompts/list_changed': 'prompts',
  'notifications/resources/list_changed': 'resources',
} as const

type ListMethod = keyof typeof LIST_CHANGED

const RESOURCE_UPDATED = 'notifications/resources/updated'
const TASK_CHANGED = 'notifications/tasks'

/** The change that a notification reports. Undefined if it reports none, or one that the filter does not ask for. */
export function toChange(method: string, params: Params, filter: SubscriptionFilter): Change | undefined {
  if (Object.hasOwn(LIST_CHANGED, method)) {
    const type = LIST_CHANGED[method as ListMethod]
    return filter[`${type}ListChanged`] ? { type } : undefined
  }
  // The URI is not compared, since it may name a part of the resource that was subscribed to.
  if (method === RESOURCE_UPDATED && filter.resourceSubscriptions?.length)
    return { type: 'resource', uri: `${params.uri}` }
  if (method === TASK_CHANGED && filter.taskIds?.length) return { type: 'task', task: params }
  return undefined
}

/** The methods whose cached results a notification makes stale. */
export function staleMethods(notification: string): readonly string[] {
  if (Object.hasOwn(LIST_CHANGED, notification)) {
    const type = LIST_CHANGED[notification as ListMethod]
    return type === 'resources' ? ['resources/list', 'resources/templates/list'] : [`${type}/list`]
  }
  // All resources, since the URI may name a part of one that was read under another.
  return notification === RESOURCE_UPDATED ? ['resources/read'] : []
}

/** The notifications that the filter asks for and that make cached results stale. Those of tasks do not. */
export function notificationsOf(filter: SubscriptionFilter): string[] {
  const lists = Object.keys(LIST_CHANGED).filter((method) => filter[`${LIST_CHANGED[method as ListMethod]}ListChanged`])
  return filter.resourceSubscriptions?.length ? [...lists, RESOURCE_UPDATED] : lists
}

/** The part of the filter that the server did not grant. */
export function refusedPart(wanted: SubscriptionFilter, granted: SubscriptionFilter): SubscriptionFilter {
  const refused: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(wanted)) {
    const grantedValue = granted[key as keyof SubscriptionFilter]
    const rest =
      Array.isArray(value) && value.filter((item) => !(Array.isArray(grantedValue) && grantedValue.includes(item)))
    if (rest ? rest.length : value && !grantedValue) refused[key] = rest || value
  }
  return refused
}
