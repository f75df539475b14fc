/** Changes as something to iterate over: bounded, and ended by whoever iterates. */

import type { Change, SubscriptionFilter } from '../../types/subscriptions.ts'
import { ClosedError } from '../errors.ts'
import type { CallOptions } from '../options.ts'
import type { Caller } from '../rpc/call.ts'
import { createDeadline } from '../util/deadline.ts'
import { delay } from '../util/delay.ts'

/** Changes that may wait to be taken. */
const MOST_WAITING = 1_000

export interface ListenOptions extends Pick<CallOptions, 'signal'> {
  /** Subscribes again when the server ends the subscription. @default false */
  reopen?: boolean
}

export interface Listening extends AsyncIterableIterator<Change> {
  close(): void
}

/** Begins at once, whether or not anybody iterates yet. */
export function listen(caller: Caller, filter: SubscriptionFilter, options: ListenOptions = {}): Listening {
  const { wire, closing } = caller
  if (closing.aborted) throw new ClosedError('listen: the client is closed', { delivery: 'not-executed' })
  const { signal, reopen } = options
  const { initialDelay, growth, maxDelay } = wire.settings.reconnect
  const total = Number.POSITIVE_INFINITY
  const deadline = createDeadline(wire.environment, { what: 'listening', total, signals: [signal, closing] })
  let waiting: Change[] = []
  /** Those who wait for the next change, in turn. */
  let takers: (() => void)[] = []
  let promise: string | undefined
  /** What came before the server's promise is told after it. */
  const early: Change[] = []
  let rounds = 0
  let ended = false
  let end: { error?: unknown } | undefined
  void run().finally(deadline.stop)

  const listening: Listening = {
    [Symbol.asyncIterator]: () => listening,
    async next() {
      for (;;) {
        const value = waiting.shift()
        if (value) return { value, done: false }
        if (end && 'error' in end) {
          const { error } = end
          end = {}
          throw error
        }
        if (end) return { value: undefined, done: true }
        await new Promise<void>((resolve) => takers.push(resolve))
      }
    },
    async return() {
      listening.close()
      return { value: undefined, done: true }
    },
    close() {
      end = {}
      waiting = []
      deadline.abort('closed')
      wake()
    },
  }
  return listening

  async function run(): Promise<void> {
    try {
      for (; ; rounds++) {
        await caller.era.listen(filter, tell, deadline)
        if (!reopen) break
        ended = true
        // A server that ends every subscription must not be asked without a pause.
        const wait = Math.min(initialDelay * growth ** rounds, maxDelay)
        await delay(wire.environment, wait, deadline)
      }
      tell({ type: 'closed' })
      end ??= {}
    } catch (error) {
      end ??= { error }
    }
    wake()
  }

  function tell(change: Change): void {
    if (end) return
    if (change.type === 'subscribed') {
      const isNews = JSON.stringify(change) !== promise
      promise = JSON.stringify(change)
      if (isNews) put(change)
      early.splice(0).forEach(put)
      // Only now is the gap over: who looks earlier could miss something.
      if (ended) put({ type: 'may-have-changed', reason: 'the server had ended the subscription' })
      ended = false
    } else if (promise === undefined && change.type !== 'closed') {
      if (early.length < MOST_WAITING) early.push(change)
    } else {
      // What came proves that the pauses were long enough.
      if (change.type !== 'may-have-changed') rounds = 0
      put(change)
    }
  }

  function put(change: Change): void {
    if (waiting.length >= MOST_WAITING) waiting = [{ type: 'may-have-changed', reason: 'nobody took the changes' }]
    waiting.push(change)
    wake()
  }

  /** Who finds nothing waits on. */
  function wake(): void {
    const woken = takers
    takers = []
    for (const resolve of woken) resolve()
  }
}
