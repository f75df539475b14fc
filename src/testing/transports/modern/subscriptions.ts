/** `subscriptions/listen`: streams that carry what a client asked to be told. */
import { type Clock, Fault } from '../../features/request-context.ts'
import { isObject } from '../../features/json-schema.ts'
import { requireTasks } from '../../features/tasks/tasks.ts'
import { createEventStream, type EventStream } from './event-stream.ts'
import { type Id, type Message, SUBSCRIPTION_KEY } from './message.ts'

export interface Filter {
  toolsListChanged?: boolean
  promptsListChanged?: boolean
  resourcesListChanged?: boolean
  resourceSubscriptions?: string[]
  taskIds?: string[]
}

export interface Declared {
  server: Record<string, unknown>
  client: Record<string, unknown>
}

interface ListenerOptions {
  clock: Clock
  heartbeat: number
  hasTask(id: string): boolean
}

export interface Listeners {
  /** The stream that answers the request. A Fault if the filter is not one. */
  open(message: Message & { id: Id }, declared: Declared): Response
  /** A notification to all who asked for it. */
  announce(method: string, params?: object): void
  /** Ends all streams: with the result of the request, or in the middle of nowhere. */
  end(how: 'gracefully' | 'abruptly'): void
}

/** The filter key that each notification without further conditions belongs to, and its capability. */
const LISTS = [
  ['notifications/tools/list_changed', 'toolsListChanged', 'tools'],
  ['notifications/prompts/list_changed', 'promptsListChanged', 'prompts'],
  ['notifications/resources/list_changed', 'resourcesListChanged', 'resources'],
] as const

export function createListeners(options: () => ListenerOptions): Listeners {
  const open = new Set<{ id: Id; filter: Filter; stream: EventStream }>()
  return { open: add, announce, end }

  function add(message: Message & { id: Id }, { server, client }: Declared): Response {
    const { hasTask, ...stage } = options()
    const wish = readFilter(message.params?.notifications)
    if (wish.taskIds) requireTasks(client)
    const taskIds = wish.taskIds && { taskIds: wish.taskIds.filter(hasTask) }
    const filter = { ...grant(wish, server), ...taskIds }
    const stream = createEventStream({ ...stage, left: () => {} })
    const listener = { id: message.id, filter, stream }
    open.add(listener)
    stream.over.addEventListener('abort', () => open.delete(listener))
    void stream.send(tagged(message.id, 'notifications/subscriptions/acknowledged', { notifications: filter }))
    return stream.response
  }

  function announce(method: string, params: object = {}): void {
    for (const { id, filter, stream } of open) {
      if (wants(filter, method, params)) void stream.send(tagged(id, method, params))
    }
  }

  function end(how: 'gracefully' | 'abruptly'): void {
    for (const { id, stream } of open) {
      const result = { resultType: 'complete', _meta: { [SUBSCRIPTION_KEY]: id } }
      if (how === 'gracefully') void stream.send({ jsonrpc: '2.0', id, result })
      stream.close()
    }
  }
}

/** Every message on the stream names the request it belongs to. */
function tagged(id: Id, method: string, params: object): object {
  return { jsonrpc: '2.0', method, params: { ...params, _meta: { [SUBSCRIPTION_KEY]: id } } }
}

function readFilter(value: unknown): Filter {
  const lists = isObject(value) ? [value.resourceSubscriptions ?? [], value.taskIds ?? []] : [undefined]
  const isList = (list: unknown) => Array.isArray(list) && list.every((item) => typeof item === 'string')
  if (lists.every(isList)) return value as Filter
  throw new Fault(-32602, 'params.notifications must be a filter')
}

/** What of the wish the server can fulfil, given what it declares. */
function grant(wish: Filter, capabilities: Record<string, unknown>): Filter {
  const declares = (owner: string, feature: string) => {
    const capability = capabilities[owner]
    return isObject(capability) && capability[feature] === true
  }
  const lists = LISTS.filter(([, key, owner]) => wish[key] === true && declares(owner, 'listChanged'))
  const resources = wish.resourceSubscriptions && declares('resources', 'subscribe')
  return {
    ...Object.fromEntries(lists.map(([, key]) => [key, true])),
    ...(resources && { resourceSubscriptions: wish.resourceSubscriptions }),
  }
}

function wants(filter: Filter, method: string, params: object): boolean {
  const list = LISTS.find(([name]) => name === method)
  if (list) return filter[list[1]] === true
  // Nobody asks for it, but a server may end a subscription, or err, in this way.
  if (method === 'notifications/cancelled') return true
  if (method === 'notifications/tasks') return filter.taskIds?.includes((params as { taskId: string }).taskId) ?? false
  if (method !== 'notifications/resources/updated') return false
  const uri = String((params as { uri?: unknown }).uri)
  // A subscription covers what lies below the resource.
  return (filter.resourceSubscriptions ?? []).some((wanted) => uri === wanted || uri.startsWith(`${wanted}/`))
}
