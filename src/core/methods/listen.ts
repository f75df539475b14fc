/** `listen()`: changes at the server as an async iterator, bounded, and ended by its consumer. */
import type { Change, SubscriptionFilter } from '../../types/subscriptions.ts'
import type { ConnectedContext } from '../context.ts'
import { ClosedError } from '../errors.ts'
import { checkKeys } from '../known-options.ts'
import { abortError } from '../util/abort-error.ts'
import { backoff } from '../util/backoff.ts'
import { addCallerLine } from '../util/caller-line.ts'
import { createDeadline } from '../util/deadline.ts'
import { delay } from '../util/delay.ts'

/** Changes that may wait to be consumed. */
const MAX_WAITING = 1_000

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

/** Subscribes at once, before the first `next()`. */
export function listen(
  context: ConnectedContext,
  filter: SubscriptionFilter,
  options: ListenOptions = {},
): Subscription {
  const { channel, environment, settings, closing } = context
  if (closing.aborted) throw new ClosedError('listen: the client is closed', { delivery: 'not-executed' })
  const call = new Error()
  checkKeys('listen', options, ['signal', 'reopen'])
  const { signal, reopen } = options
  const { initialDelay, growFactor, maxDelay } = settings.reconnect
  const deadline = createDeadline(environment, { what: 'listening', signals: [signal, closing] })
  let waiting: Change[] = []
  /** Calls of `next()` that wait for a change. */
  let consumers: (() => void)[] = []
  /** The last `subscribed` change, as JSON. */
  let subscribed: string | undefined
  /** Changes that arrived before the first `subscribed`; they are reported after it. */
  const early: Change[] = []
  /** Subscriptions in a row that the server ended without a change. */
  let reopened = 0
  /** The server ended the last subscription, and the next one is not confirmed yet. */
  let wasEnded = false
  let end: { error?: unknown } | undefined
  void run().finally(deadline.stop)

  const listening: Subscription = {
    [Symbol.asyncIterator]: () => listening,
    async next() {
      for (;;) {
        const value = waiting.shift()
        if (value) return { value, done: false }
        if (end && 'error' in end) {
          const { error } = end
          end = {}
          throw addCallerLine(error, call)
        }
        if (end) return { value: undefined, done: true }
        await new Promise<void>((resolve) => consumers.push(resolve))
      }
    },
    async return() {
      listening.close()
      return { value: undefined, done: true }
    },
    close() {
      end = {}
      waiting = []
      deadline.abort(abortError('The subscription was closed'))
      wakeConsumers()
    },
  }
  return listening

  async function run(): Promise<void> {
    try {
      for (; ; reopened++) {
        await channel.listen(filter, onChange, deadline)
        if (!reopen) break
        wasEnded = true
        // A server that ends every subscription must not be flooded with new ones.
        await delay(environment, backoff(reopened, initialDelay, growFactor, maxDelay), deadline)
      }
      onChange({ type: 'closed' })
      end ??= {}
    } catch (error) {
      // Closing the client ends it quietly.
      end ??= closing.aborted ? {} : { error }
    }
    wakeConsumers()
  }

  function onChange(change: Change): void {
    if (end) return
    if (change.type === 'subscribed') {
      const last = subscribed
      subscribed = toText(change)
      if (subscribed !== last || !last) add(change)
      early.splice(0).forEach(add)
      // Reported only now, at the end of the gap: a consumer that reads from the server earlier could miss a change.
      if (wasEnded) add({ type: 'may-have-changed', reason: 'the server had ended the subscription' })
      wasEnded = false
    } else if (subscribed === undefined && change.type !== 'closed') {
      if (early.length < MAX_WAITING) early.push(change)
    } else {
      // A change shows that the subscription works, so the delays start again.
      if (change.type !== 'may-have-changed') reopened = 0
      add(change)
    }
  }

  function add(change: Change): void {
    if (waiting.length >= MAX_WAITING) waiting = [{ type: 'may-have-changed', reason: 'nobody took the changes' }]
    waiting.push(change)
    wakeConsumers()
  }

  /** A consumer that finds nothing waits again. */
  function wakeConsumers(): void {
    const woken = consumers
    consumers = []
    for (const resolve of woken) resolve()
  }
}

/** Empty for a change that the server nested too deep. */
function toText(change: Change): string {
  try {
    return JSON.stringify(change)
  } catch {
    return ''
  }
}
