/** Change notifications: which change each of them reports, and which ones a subscription asks for. */
import type { Params } from '../types/jsonrpc.ts'
import type { Change, SubscriptionFilter } from '../types/subscriptions.ts'

/** The capabilities of servers that are lists. */
export const LISTS = ['tools', 'prompts', 'resources'] as const

const listChanged = (list: string) => `notifications/${list}/list_changed`

/** The list whose change a notification reports. */
const changedList = (method: string) => LISTS.find((list) => listChanged(list) === method)

const RESOURCE_UPDATED = 'notifications/resources/updated'

/** The change that a notification reports. Undefined if it reports none, or one that the filter does not ask for. */
export function toChange(method: string, params: Params, filter: SubscriptionFilter): Change | undefined {
  const type = changedList(method)
  if (type) return filter[`${type}ListChanged`] ? { type } : undefined
  // The URI is not compared, since it may name a part of the resource that was subscribed to.
  if (method === RESOURCE_UPDATED && filter.resourceSubscriptions?.length)
    return { type: 'resource', uri: `${params.uri}` }
  if (method === 'notifications/tasks' && filter.taskIds?.length) return { type: 'task', task: params }
  return undefined
}

/** The methods whose cached results a notification makes stale. */
export function staleMethods(notification: string): readonly string[] {
  const list = changedList(notification)
  if (list) return list === 'resources' ? ['resources/list', 'resources/templates/list'] : [`${list}/list`]
  // All resources, since the URI may name a part of one that was read under another.
  return notification === RESOURCE_UPDATED ? ['resources/read'] : []
}

/** The notifications that the filter asks for and that make cached results stale. Those of tasks do not. */
export function notificationsOf(filter: SubscriptionFilter): string[] {
  const lists = LISTS.filter((list) => filter[`${list}ListChanged`]).map(listChanged)
  return filter.resourceSubscriptions?.length ? [...lists, RESOURCE_UPDATED] : lists
}

/** The part of the filter that the server did not grant. */
export function refusedPart(wanted: SubscriptionFilter, granted: SubscriptionFilter): SubscriptionFilter {
  const refused: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(wanted)) {
    const grantedValue: unknown = granted[key as keyof SubscriptionFilter]
    const rest = Array.isArray(value)
      ? value.filter((item) => ![grantedValue].flat().includes(item))
      : !grantedValue && value
    if (rest && rest.length !== 0) refused[key] = rest
  }
  return refused
}
