/** Notifications of change: which change each one reports, and which a subscription covers. */
import type { Params } from '../types/jsonrpc.ts'
import type { Change, SubscriptionFilter } from '../types/subscriptions.ts'

const LISTS = {
  'notifications/tools/list_changed': 'tools',
  'notifications/prompts/list_changed': 'prompts',
  'notifications/resources/list_changed': 'resources',
} as const

type ListMethod = keyof typeof LISTS

const UPDATED = 'notifications/resources/updated'
const TASK = 'notifications/tasks'

/** Undefined for a notification that reports no change, or one that the filter does not ask for. */
export function toChange(method: string, params: Params, filter: SubscriptionFilter): Change | undefined {
  if (Object.hasOwn(LISTS, method)) {
    const type = LISTS[method as ListMethod]
    return filter[`${type}ListChanged`] ? { type } : undefined
  }
  // The URI is not compared, since it may name a part of the resource that was subscribed to.
  if (method === UPDATED && filter.resourceSubscriptions?.length) return { type: 'resource', uri: `${params.uri}` }
  if (method === TASK && filter.taskIds?.length) return { type: 'task', task: params }
  return undefined
}

/** The notifications that may have been missed by a subscription with this filter. */
export function notificationsOf(filter: SubscriptionFilter): string[] {
  const lists = Object.keys(LISTS).filter((method) => filter[`${LISTS[method as ListMethod]}ListChanged`])
  return filter.resourceSubscriptions?.length ? [...lists, UPDATED] : lists
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
