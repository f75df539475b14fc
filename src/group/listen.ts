/** `listen()`: the changes at all servers of a group as one async iterator. */
import type { Client, SubscriptionFilter } from '../core/index.ts'
import { onAbort } from '../core/util/on-abort.ts'
import type { GroupChange, GroupListenOptions, GroupSubscription, GroupView } from './types.ts'

export interface MergedSubscription extends GroupSubscription {
  /** Listens to this server too. */
  addClient(server: string, client: Client): void
}

/** A server whose change nobody takes is not read on: the bound is that of its own subscription. */
export function listenToAll(
  filter: SubscriptionFilter,
  { signal, reopen, servers }: GroupListenOptions,
  view: { readonly current: GroupView },
  onEnd: () => void,
): MergedSubscription {
  const waiting: { change: GroupChange; taken(): void }[] = []
  const consumers: (() => void)[] = []
  const subscriptions = new Set<{ close(): void }>()
  let isEnded = false
  /** The reason of the signal, until `next()` has thrown it. */
  let failures: unknown[] = []
  const stopListening = signal && onAbort(signal, () => end([signal.reason]))
  const merged: MergedSubscription = {
    [Symbol.asyncIterator]: () => merged,
    async next() {
      for (;;) {
        if (failures.length) throw failures.pop()
        if (isEnded) return { value: undefined, done: true }
        const first = waiting.shift()
        first?.taken()
        if (first) return { value: first.change, done: false }
        await new Promise<void>((resolve) => consumers.push(resolve))
      }
    },
    async return() {
      merged.close()
      return { value: undefined, done: true }
    },
    close: () => end([]),
    addClient(server, client) {
      if (!isEnded && (servers?.includes(server) ?? true)) void pump(server, client)
    },
  }
  if (signal?.aborted) end([signal.reason])
  return merged

  async function pump(server: string, client: Client): Promise<void> {
    try {
      const subscription = client.listen(filterOf(server), { reopen })
      subscriptions.add(subscription)
      for await (const change of subscription) await add({ ...change, server })
      subscriptions.delete(subscription)
    } catch (error) {
      await add({ type: 'failed', error, server })
    }
  }

  /** Resources and tasks are asked only of the servers that have them, or that the caller names. */
  function filterOf(server: string): SubscriptionFilter {
    if (servers) return filter
    const { taskIds: _, resourceSubscriptions: uris, ...lists } = filter
    const isListed = (uri: string) => view.current.resources.some((item) => item.server === server && item.uri === uri)
    return uris ? { ...lists, resourceSubscriptions: uris.filter(isListed) } : lists
  }

  function add(change: GroupChange): Promise<void> {
    return new Promise((taken) => {
      waiting.push({ change, taken })
      wakeConsumers()
    })
  }

  function end(reasons: unknown[]): void {
    if (isEnded) return
    isEnded = true
    failures = reasons
    stopListening?.()
    onEnd()
    for (const subscription of subscriptions) subscription.close()
    for (const { taken } of waiting.splice(0)) taken()
    wakeConsumers()
  }

  /** A consumer that finds nothing waits again. */
  function wakeConsumers(): void {
    for (const resolve of consumers.splice(0)) resolve()
  }
}
