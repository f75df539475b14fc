/** `listen()`: changes at the server as an async iterator, bounded, and ended by its consumer. */
import type { AllowUndefined } from '../../types/allow-undefined.ts'
import type { Change, SubscriptionFilter } from '../../types/subscriptions.ts'
import { CallScope } from '../call-scope.ts'
import type { ConnectedContext } from '../context.ts'
import { abortError } from '../util/abort-error.ts'
import { backoff } from '../util/backoff.ts'
import { addCallerLine } from '../util/caller-line.ts'
import { delay } from '../util/delay.ts'
import { toJson } from '../util/to-json.ts'

/** The changes that `listen()` reports. */
export interface ListenFilter extends AllowUndefined<SubscriptionFilter> {}

/** The options of `listen()`. */
export interface ListenOptions {
  /** Ends the subscription; a pending `next()` rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
  /** Subscribes again when the server ends the subscription. @default false */
  reopen?: boolean | undefined
}

/** The changes at a server, for one `for await` loop. */
export interface Subscription extends AsyncIterableIterator<Change> {
  /** Ends the subscription, and the loop. */
  close(): void
}

/** Subscribes at once, before the first `next()`. `caller` was created where the caller called. */
export function listen(
  context: ConnectedContext,
  filter: SubscriptionFilter,
  { signal, reopen }: ListenOptions,
  caller: Error,
): Subscription {
  /** Changes that may wait to be consumed. */
  const maxWaiting = 1_000
  const { channel, environment, settings, closing } = context
  const { initialDelay, growFactor, maxDelay } = settings.reconnect
  const scope = new CallScope(environment, { what: 'listening', signals: [signal, closing] })
  let waiting: Change[] = []
  /** Calls of `next()` that wait for a change. */
  const consumers: (() => void)[] = []
  /** The last `subscribed` change, as JSON. */
  let subscribed: string | undefined
  /** Changes that arrived before the first `subscribed`; they are reported after it. */
  const early: Change[] = []
  /** Subscriptions in a row that the server ended without a change. */
  let reopened = 0
  /** The server ended the last subscription, and the next one is not confirmed yet. */
  let wasEnded = false
  let isEnded = false
  /** The error that ended the subscription, until `next()` has thrown it. */
  let failures: unknown[] = []
  void run().finally(() => scope.stop())

  const listening: Subscription = {
    [Symbol.asyncIterator]: () => listening,
    async next() {
      for (;;) {
        const value = waiting.shift()
        if (value) return { value, done: false }
        if (failures.length) throw addCallerLine(failures.pop(), caller, settings.fetch)
        if (isEnded) return { value: undefined, done: true }
        await new Promise<void>((resolve) => consumers.push(resolve))
      }
    },
    async return() {
      listening.close()
      return listening.next()
    },
    close() {
      isEnded = true
      failures = []
      waiting = []
      scope.abort(abortError('The subscription was closed'))
      wakeConsumers()
    },
  }
  return listening

  async function run(): Promise<void> {
    try {
      for (; ; reopened++) {
        await channel.listen(filter, onChange, scope)
        if (!reopen) break
        wasEnded = true
        // A server that ends every subscription must not be flooded with new ones.
        await delay(environment, backoff(reopened, initialDelay, growFactor, maxDelay), scope)
      }
      onChange({ type: 'closed' })
    } catch (error) {
      // Closing the client ends it quietly.
      if (!isEnded && !closing.aborted) failures = [error]
    }
    isEnded = true
    wakeConsumers()
  }

  function onChange(change: Change): void {
    if (isEnded) return
    if (change.type === 'subscribed') {
      const last = subscribed
      // Empty for a change that the server nested too deep.
      subscribed = toJson(change) ?? ''
      if (subscribed !== last || !last) add(change)
      early.splice(0).forEach(add)
      // Reported only now, at the end of the gap: a consumer that reads from the server earlier could miss a change.
      if (wasEnded) add({ type: 'may-have-changed', reason: 'the server had ended the subscription' })
      wasEnded = false
    } else if (subscribed === undefined && change.type !== 'closed') {
      if (early.length < maxWaiting) early.push(change)
    } else {
      // A change shows that the subscription works, so the delays start again.
      if (change.type !== 'may-have-changed') reopened = 0
      add(change)
    }
  }

  function add(change: Change): void {
    if (waiting.length >= maxWaiting) waiting = [{ type: 'may-have-changed', reason: 'nobody took the changes' }]
    waiting.push(change)
    wakeConsumers()
  }

  /** A consumer that finds nothing waits again. */
  function wakeConsumers(): void {
    for (const resolve of consumers.splice(0)) resolve()
  }
}
