/** A listening stream: opened again after every end, for as long as somebody listens. */
import type { JsonRpcMessage } from '../../types/jsonrpc.ts'
import { CallScope } from '../call-scope.ts'
import { ConnectionError, HttpError, InvalidMessageError, isMcpError, RpcError, TimeoutError } from '../errors.ts'
import type { HttpContext } from '../http/http-client.ts'
import { backoff } from '../util/backoff.ts'
import { watchSleep } from '../util/sleep.ts'
import type { EventCursor } from './event-cursor.ts'
import type { Messages } from './messages.ts'

export interface ListeningStream {
  /** The position in the stream; the reader of the stream moves it. */
  cursor: EventCursor
  /** Opens the stream after the cursor, and reads it until the scope passes. */
  open(attempt: CallScope): Promise<Messages>
  /** Whether this failed attempt is the last one. */
  isFinal(error: unknown, wasOpen: boolean): boolean
  /** Whether the messages of one read show that the stream works. */
  isProgress?(batch: readonly JsonRpcMessage[]): boolean
  /** Called with the error while the stream is missing or breaks again and again; without one when it works. */
  onHealth(error?: unknown): void
}

/** Never ends by itself, unless `reconnect.maxAttempts` is 0. */
export function keepListening(
  context: HttpContext,
  { cursor, open, isFinal, isProgress = () => true, onHealth }: ListeningStream,
  scope: CallScope,
): Pick<Messages, 'next' | 'cancel'> {
  /** A stream that ended sooner than this and brought nothing was fruitless, in milliseconds. */
  const shortLife = 1_000
  /** Fruitless streams in a row after which the delay grows. */
  const maxFruitless = 3
  /** Our own delays are random, from a small share of the longest to the longest: at first so many initial delays. */
  const spread = 5
  const minShare = 0.05
  /** Milliseconds between two attempts, whatever the server says. */
  const minDelay = 250
  /** The longest `Retry-After` that is honored, in milliseconds. */
  const maxRetryAfter = 300_000
  /** The longest `retry` that is honored, in milliseconds. */
  const maxRetry = 3_600_000
  /** Milliseconds between two attempts that successful requests cause: a server may refuse only this stream. */
  const successInterval = 5_000
  const { environment, settings, emit, outcomes } = context
  const { maxAttempts, initialDelay, growFactor, schedule } = settings.reconnect
  const { maxDelay } = settings.sessionReconnect
  let current: Messages | undefined
  let opening: CallScope | undefined
  /** Moves the end of the delay that runs to this time, if that is earlier. */
  let hurry: ((time: number) => void) | undefined
  let release = () => {}
  let wasOpen = false
  let delivered = false
  /** The last stream was given up by us, so it is opened again at once. */
  let isUrgent = false
  let failures = 0
  let fruitless = 0
  let triedAt = 0
  const watching = maxAttempts
    ? [
        watchSleep(environment, () => check()),
        environment.watchPage?.((event) => check(event === 'visible')),
        outcomes.subscribe((error) => {
          // A stream that was never open may be one that only a page must not open.
          if (!error) wasOpen && hurry?.(triedAt + successInterval)
          // Not at once: the server may have asked for a delay, and the network has just failed.
          else if (environment.monotonic() - triedAt >= shortLife) current?.cancel()
        }),
      ]
    : []
  return { next, cancel }

  function cancel(): void {
    for (const stop of watching) stop?.()
    release()
    current?.cancel()
  }

  /** The stream may have died without a sign, or may be possible again. */
  function check(onlyIfMissing = false): void {
    hurry?.(environment.monotonic())
    if (onlyIfMissing) return
    isUrgent = true
    opening?.abort(new ConnectionError('The network may have changed', { retryable: true }))
    current?.cancel()
  }

  async function next(): ReturnType<Messages['next']> {
    for (;;) {
      current ??= await reopen()
      let cause: unknown
      try {
        const batch = await current.next()
        if (batch) {
          if (isProgress(batch)) {
            delivered = true
            if (fruitless >= maxFruitless) onHealth()
            fruitless = 0
          }
          return batch
        }
      } catch (error) {
        scope.check()
        // An invalid message would be sent again over another connection.
        if (isMcpError(error)) throw error
        cause = error
      }
      current = undefined
      if (!maxAttempts) {
        if (cause) throw cause
        return undefined
      }
      if (isUrgent) continue
      fruitless = delivered || environment.monotonic() - triedAt >= shortLife ? 0 : fruitless + 1
      await pause(cause ? 'broken' : 'ended')
    }
  }

  async function reopen(): Promise<Messages> {
    for (failures = 0; ; ) {
      triedAt = environment.monotonic()
      isUrgent = delivered = false
      try {
        const attempt = new CallScope(environment, { what: 'listening', owner: scope })
        release()
        release = scope.onPassed((reason) => attempt.abort(reason))
        opening = attempt
        const messages = await open(attempt)
        wasOpen = true
        onHealth(
          fruitless < maxFruitless ? undefined : new ConnectionError('The server keeps closing the listening stream'),
        )
        outcomes.publish(undefined)
        return messages
      } catch (error) {
        scope.check()
        if (isUrgent) continue
        if (!maxAttempts || isFinal(error, wasOpen)) throw error
        // The application may throw anything.
        onHealth(error || new ConnectionError('The application refused the request'))
        if (error instanceof ConnectionError) outcomes.publish(error)
        failures++
        const { message, retryAfterMs } = (error || {}) as HttpError
        await pause(isServerError(error) ? message : 'refused by the application', retryAfterMs)
      } finally {
        opening = undefined
      }
    }
  }

  async function pause(reason: string, retryAfterMs = 0): Promise<void> {
    const { lastEventId, retry } = cursor
    const random = environment.random()
    const jitter = 1 + random / 10
    const setbacks = failures + Math.max(0, fruitless - maxFruitless)
    // All clients of a server that restarts lose their streams at once, and must not come back at once.
    const own = backoff(setbacks, spread * initialDelay, growFactor, maxDelay) * (minShare + (1 - minShare) * random)
    const asked = retry === undefined ? own : Math.max(minDelay, Math.min(retry * jitter, maxRetry))
    const wait = Math.max(asked, setbacks ? own : 0, Math.min(retryAfterMs * jitter, maxRetryAfter))
    const attempt = failures + (wasOpen ? 1 : 0)
    const planned = schedule?.({ attempt, delay: wait, lastEventId }) ?? wait
    const delay = typeof planned === 'number' ? planned : wait
    emit?.({ type: 'reconnect', target: 'listening', attempt, delay, reason })
    let stopTimer = () => {}
    const passed = new Promise<void>((resolve) => {
      const { setTimer, monotonic } = environment
      // What the server asked for is never cut short.
      const earliest = monotonic() + Math.max(failures ? 0 : Math.min(retry ?? 0, maxRetry), retryAfterMs)
      let end = typeof planned === 'number' ? monotonic() + planned : Infinity
      if (typeof planned === 'number') stopTimer = setTimer(resolve, planned)
      else planned.then(resolve, resolve)
      hurry = (time) => {
        if (Math.max(time, earliest) >= end) return
        end = Math.max(time, earliest)
        stopTimer()
        stopTimer = setTimer(resolve, Math.max(end - monotonic(), 0))
      }
    })
    try {
      await scope.race(passed)
    } finally {
      hurry = undefined
      stopTimer()
    }
  }
}

/** Others are errors of the application, such as that a person must sign in. */
export function isServerError(error: unknown): boolean {
  return [ConnectionError, HttpError, RpcError, TimeoutError, InvalidMessageError].some((type) => error instanceof type)
}
