/** Notifications of change: which there are, what they mean, and who asked for them. */
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

/** Undefined for what is no change, or was not asked for. */
export function toChange(method: string, params: Params, filter: SubscriptionFilter): Change | undefined {
  if (Object.hasOwn(LISTS, method)) {
    const type = LISTS[method as ListMethod]
    return filter[`${type}ListChanged`] ? { type } : undefined
  }
  // It may name a part of what was subscribed to, so the address is not compared.
  if (method === UPDATED && filter.resourceSubscriptions?.length) return { type: 'resource', uri: `${params.uri}` }
  if (method === TASK && filter.taskIds?.length) return { type: 'task', task: params }
  return undefined
}

/** The notifications that this filter is about, as if each had come. */
export function missedBy(filter: SubscriptionFilter): string[] {
  const lists = Object.keys(LISTS).filter((method) => filter[`${LISTS[method as ListMethod]}ListChanged`])
  return filter.resourceSubscriptions?.length ? [...lists, UPDATED] : lists
}

/** What was asked for and not granted. */
export function refusedOf(asked: SubscriptionFilter, granted: SubscriptionFilter): SubscriptionFilter {
  const refused: Record<string, unknown> = {}
  for (const [key, wanted] of Object.entries(asked)) {
    const given = granted[key as keyof SubscriptionFilter]
    const rest = Array.isArray(wanted) && wanted.filter((item) => !(Array.isArray(given) && given.includes(item)))
    if (rest ? rest.length : wanted && !given) refused[key] = rest || wanted
  }
  return refused
}
