/** `listen()`: the changes at all servers of a group as one async iterator. */
import type { Client, SubscriptionFilter } from '../core/index.ts'
import { onAbort } from '../core/util/on-abort.ts'
import type { GroupChange, GroupListenOptions, GroupSubscription } from './types.ts'

export interface MergedSubscription extends GroupSubscription {
  /** Listens to this server too. */
  addClient(server: string, client: Client): Promise<void>
}

/** A server whose change nobody takes is not read on: the bound is that of its own subscription. */
export function listenToAll(
  filterOf: (server: string) => SubscriptionFilter | undefined,
  { signal, reopen }: GroupListenOptions,
  onEnd: () => void,
): MergedSubscription {
  const waiting: { value: GroupChange; taken(): void }[] = []
  const consumers: (() => void)[] = []
  const subscriptions = new Set<{ close(): void }>()
  let isEnded = false
  /** The reason of the signal, until `next()` has thrown it. */
  let failures: unknown[] = []
  const merged: MergedSubscription = {
    [Symbol.asyncIterator]: () => merged,
    async next() {
      while (!isEnded && !waiting.length) await new Promise<void>((resolve) => consumers.push(resolve))
      if (failures.length) throw failures.pop()
      const first = waiting.shift()
      first?.taken()
      return first ? { value: first.value, done: false } : { value: undefined, done: true }
    },
    async return() {
      merged.close()
      return merged.next()
    },
    close: () => end([]),
    async addClient(server, client) {
      const filter = filterOf(server)
      if (isEnded || !filter) return
      try {
        const subscription = client.listen(filter, { reopen })
        subscriptions.add(subscription)
        for await (const change of subscription) await add({ ...change, server })
        subscriptions.delete(subscription)
      } catch (error) {
        await add({ type: 'failed', error, server })
      }
    },
  }
  const onAborted = () => end([signal?.reason])
  const stopListening = signal && onAbort(signal, onAborted)
  if (signal?.aborted) onAborted()
  return merged

  async function add(value: GroupChange): Promise<void> {
    if (isEnded) return
    await new Promise<void>((taken) => {
      waiting.push({ value, taken })
      wake(consumers)
    })
  }

  function end(reasons: unknown[]): void {
    if (isEnded) return
    isEnded = true
    failures = reasons
    stopListening?.()
    onEnd()
    for (const subscription of subscriptions) subscription.close()
    wake(waiting.splice(0).map(({ taken }) => taken))
    wake(consumers)
  }
}

function wake(sleepers: (() => void)[]): void {
  for (const resolve of sleepers.splice(0)) resolve()
}
