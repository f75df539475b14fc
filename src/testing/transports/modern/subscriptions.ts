/** `subscriptions/listen`: streams that carry the notifications that a client asked for. */
import type { JsonRpcRequest, RequestId } from '../../../types/jsonrpc.ts'
import type { SubscriptionFilter } from '../../../types/subscriptions.ts'
import type { Clock } from '../../clock/clock.ts'
import { requireTasks } from '../../features/tasks/declares-tasks.ts'
import { INVALID_PARAMS } from '../../jsonrpc/error-codes.ts'
import { resultMessage } from '../../jsonrpc/message.ts'
import { ProtocolError } from '../../jsonrpc/protocol-error.ts'
import { isObject } from '../../util/is-object.ts'
import { createEventStream, type EventStream } from './event-stream.ts'
import { SUBSCRIPTION_KEY } from './message.ts'

/** The capabilities that both sides declared. */
export interface DeclaredCapabilities {
  server: Record<string, unknown>
  client: Record<string, unknown>
}

interface SubscriptionOptions {
  clock: Clock
  heartbeat: number
  hasTask(id: string): boolean
}

export interface Subscriptions {
  /** The stream that answers the request; throws a ProtocolError if the filter is invalid. */
  open(message: JsonRpcRequest, declared: DeclaredCapabilities): Response
  /** A notification on all streams that asked for it. */
  broadcast(method: string, params?: object): void
  /** Ends all streams: gracefully with the result of the request, abruptly without. */
  end(how: 'gracefully' | 'abruptly'): void
}

/** The filter key and the capability of each list's notification. */
const LISTS = [
  ['notifications/tools/list_changed', 'toolsListChanged', 'tools'],
  ['notifications/prompts/list_changed', 'promptsListChanged', 'prompts'],
  ['notifications/resources/list_changed', 'resourcesListChanged', 'resources'],
] as const

export function createSubscriptions(options: () => SubscriptionOptions): Subscriptions {
  const subscriptions = new Set<{ id: RequestId; filter: SubscriptionFilter; stream: EventStream }>()
  return { open, broadcast, end }

  function open({ id, params }: JsonRpcRequest, { server, client }: DeclaredCapabilities): Response {
    const { hasTask, ...streamOptions } = options()
    const requested = readFilter(params?.notifications)
    if (requested.taskIds) requireTasks(client)
    const taskIds = requested.taskIds && { taskIds: requested.taskIds.filter(hasTask) }
    const filter = { ...grantedFilter(requested, server), ...taskIds }
    const stream = createEventStream(streamOptions)
    const subscription = { id, filter, stream }
    subscriptions.add(subscription)
    stream.signal.addEventListener('abort', () => subscriptions.delete(subscription))
    const acknowledged = { notifications: filter }
    void stream.send(subscriptionMessage(id, 'notifications/subscriptions/acknowledged', acknowledged))
    return stream.response
  }

  function broadcast(method: string, params: object = {}): void {
    for (const { id, filter, stream } of subscriptions) {
      if (matchesFilter(filter, method, params)) void stream.send(subscriptionMessage(id, method, params))
    }
  }

  function end(how: 'gracefully' | 'abruptly'): void {
    for (const { id, stream } of subscriptions) {
      const result = { resultType: 'complete', _meta: { [SUBSCRIPTION_KEY]: id } }
      if (how === 'gracefully') void stream.send(resultMessage(id, result))
      stream.close()
    }
  }
}

/** Every message on the stream names the request that it belongs to. */
function subscriptionMessage(id: RequestId, method: string, params: object): object {
  return { jsonrpc: '2.0', method, params: { ...params, _meta: { [SUBSCRIPTION_KEY]: id } } }
}

function readFilter(value: unknown): SubscriptionFilter {
  const lists = isObject(value) ? [value.resourceSubscriptions ?? [], value.taskIds ?? []] : [undefined]
  const isList = (list: unknown) => Array.isArray(list) && list.every((item) => typeof item === 'string')
  if (lists.every(isList)) return value as SubscriptionFilter
  throw new ProtocolError(INVALID_PARAMS, 'params.notifications must be a filter')
}

/** The part of the requested filter that the server's capabilities cover. */
function grantedFilter(requested: SubscriptionFilter, capabilities: Record<string, unknown>): SubscriptionFilter {
  const declares = (owner: string, feature: string) => {
    const capability = capabilities[owner]
    return isObject(capability) && capability[feature] === true
  }
  const lists = LISTS.filter(([, key, owner]) => requested[key] === true && declares(owner, 'listChanged'))
  const resources = requested.resourceSubscriptions && declares('resources', 'subscribe')
  return {
    ...Object.fromEntries(lists.map(([, key]) => [key, true])),
    ...(resources && { resourceSubscriptions: requested.resourceSubscriptions }),
  }
}

function matchesFilter(filter: SubscriptionFilter, method: string, params: object): boolean {
  const list = LISTS.find(([name]) => name === method)
  if (list) return filter[list[1]] === true
  // Not part of any filter: a server may end a subscription in this way, or send it by mistake.
  if (method === 'notifications/cancelled') return true
  if (method === 'notifications/tasks') return filter.taskIds?.includes((params as { taskId: string }).taskId) ?? false
  if (method !== 'notifications/resources/updated') return false
  const uri = String((params as { uri?: unknown }).uri)
  // A subscription covers the resources below it.
  return (filter.resourceSubscriptions ?? []).some((wanted) => uri === wanted || uri.startsWith(`${wanted}/`))
}
