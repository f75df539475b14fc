/** A stream of messages that survives its connections: after a break it resumes after the last event id (SEP-1699). */
import { CallScope } from '../call-scope.ts'
import { ConnectionError, HttpError, isMcpError, RpcError, TimeoutError } from '../errors.ts'
import type { HttpContext } from '../http/http-client.ts'
import type { Settings } from '../resolve-options.ts'
import { backoff } from '../util/backoff.ts'
import { delay } from '../util/delay.ts'
import { setPatientTimer } from '../util/sleep.ts'
import type { Purpose, StreamActivity } from './activity.ts'
import type { EventCursor } from './event-cursor.ts'
import { MAX_SILENCE, readWithExtra } from './extra-stream.ts'
import type { Messages } from './messages.ts'

export interface Resumption {
  /** The position in the stream; the reader of the stream moves it. */
  cursor: EventCursor
  /**
   * Opens the stream again, after the cursor, and reads it until the scope passes. A retryable error is a failed
   * attempt, any other error is final.
   */
  reopen(scope: CallScope, purpose: Purpose): Promise<Messages>
  activity: StreamActivity
}

/** `first` is the connection that is already open, if any. */
export function resumeMessages(
  context: HttpContext,
  first: Messages | undefined,
  resumption: Resumption,
  scope: CallScope,
): Messages {
  /** The longest delay after unproductive connections of a call, in milliseconds: the answer may be there. */
  const slowestPoll = 5_000
  const { environment, settings, emit } = context
  const { cursor, reopen, activity } = resumption
  const { maxAttempts, schedule } = settings.reconnect
  let opening: CallScope | undefined
  let release = () => {}
  let current = first && watch(first, true)
  let idsBefore = cursor.newIds
  let unproductive = 0
  let delivered = false
  let isSilent = false
  return { next, drain: () => current?.drain(), cancel: () => current?.cancel() }

  function watch(messages: Messages, isFirst: boolean): Messages {
    if (!maxAttempts) return messages
    return readWithExtra(context, messages, isFirst, { cursor, activity, open: connect, onSilence, stopOpening }, scope)
  }

  async function next(): ReturnType<Messages['next']> {
    for (;;) {
      let cause: unknown
      try {
        const batch = await current?.next()
        if (batch) {
          delivered = true
          unproductive = 0
          return batch
        }
      } catch (error) {
        scope.check()
        // An invalid message would be sent again over another connection.
        if (isMcpError(error)) throw error
        cause = error
      }
      scope.check()
      if (current && (!maxAttempts || !cursor.lastEventId)) {
        if (cause) throw cause
        return undefined
      }
      if (current) unproductive = delivered || cursor.newIds > idsBefore ? 0 : unproductive + 1
      current = await open(isSilent ? 'silent' : cause ? 'broken' : 'ended')
      delivered = false
    }
  }

  async function open(reason: string): Promise<Messages> {
    let retryAfterMs: number | undefined
    for (let failures = 0, attempts = 0; ; attempts++) {
      // The first attempt does not wait if no connection was open before.
      if (current || attempts) await pause(failures, reason, retryAfterMs)
      idsBefore = cursor.newIds
      const purpose = isSilent ? 'ask' : 'resume'
      isSilent = false
      const stopTimer = setPatientTimer(environment, stopSilent, MAX_SILENCE)
      try {
        return watch(await connect(purpose), false)
      } catch (cause) {
        scope.check()
        retryAfterMs = undefined
        if (isSilent) {
          // Some browsers report a response only with its first bytes.
          unproductive++
          reason = 'silent'
          continue
        }
        // Errors of a wrapping fetch, such as that a person must sign in, pass unchanged.
        if (!(cause instanceof ConnectionError || cause instanceof HttpError || cause instanceof RpcError)) throw cause
        failures++
        const { status } = cause as HttpError
        // 409 is our own earlier connection, whose end the server has not noticed yet.
        const mayRepeat = cause.retryable || status === 409
        if (failures >= maxAttempts || !mayRepeat) {
          const message = `The stream could not be resumed in ${failures} attempt${failures > 1 ? 's' : ''}: ${cause.message}`
          throw new ConnectionError(message, { retryable: true, cause })
        }
        reason = cause.message
        retryAfterMs = (cause as HttpError).retryAfterMs
      } finally {
        stopTimer()
      }
    }
  }

  function onSilence(): void {
    isSilent = true
  }

  function stopSilent(): void {
    isSilent = true
    stopOpening()
  }

  function connect(purpose: Purpose): Promise<Messages> {
    const attempt = new CallScope(environment, { what: 'stream', owner: scope })
    release()
    release = scope.onPassed((reason) => attempt.abort(reason))
    opening = attempt
    return reopen(attempt, purpose).finally(() => {
      opening = undefined
    })
  }

  function stopOpening(): void {
    opening?.abort(new ConnectionError('No response', { retryable: true }))
  }

  async function pause(failures: number, reason: string, retryAfterMs: number | undefined): Promise<void> {
    const { lastEventId, retry } = cursor
    const state = { failures, unproductive, retry, retryAfterMs, slowest: slowestPoll }
    const wait = resumeDelay(state, settings.reconnect, environment.random())
    const attempt = current ? failures + 1 : failures
    const planned = schedule?.({ attempt, delay: wait, lastEventId }) ?? wait
    const chosen = typeof planned === 'number' ? planned : wait
    emit?.({ type: 'reconnect', target: 'stream', attempt, delay: chosen, reason }, scope.call)
    if (typeof planned !== 'number') return scope.race(planned)
    // The server asked for this silence, but not for what is added to it.
    const asked = Math.min(retry ?? 0, planned)
    if (asked > scope.remaining) {
      const message = `${scope.what} timed out: the server wants to be polled again in ${asked} ms ("retry"), which is longer than the rest of maxTotalTimeout`
      scope.abort(new TimeoutError(message, { delivery: 'unknown', retryable: true, limit: 'maxTotalTimeout' }))
      scope.check()
    }
    if (asked) {
      const goOn = scope.pause()
      await delay(environment, asked, scope).finally(goOn)
    }
    if (planned > asked) await delay(environment, planned - asked, scope)
  }
}

/** Unproductive connections in a row after which the delay grows. */
const UNPRODUCTIVE_BEFORE_BACKOFF = 3

/** The least `retry` that is honored, in milliseconds. */
const MIN_RETRY = 250

/** The longest `Retry-After` that is honored, in milliseconds. */
const MAX_RETRY_AFTER = 300_000

interface ResumeState {
  /** Attempts in a row that failed. */
  failures: number
  /** Connections in a row that brought nothing. */
  unproductive: number
  /** The `retry` interval of the stream: it is waited for, and never cut. */
  retry: number | undefined
  /** `Retry-After` of the last failure. */
  retryAfterMs: number | undefined
  /** Unproductive connections are opened again after so many milliseconds, at most. */
  slowest: number
}

/** Milliseconds. The server's `retry` and `Retry-After` are lower bounds. `random` is from 0 to 1. */
function resumeDelay(
  { failures, unproductive, retry, retryAfterMs = 0, slowest }: ResumeState,
  { initialDelay, growFactor, maxDelay }: Settings['reconnect'],
  random: number,
): number {
  const own = backoff(failures, initialDelay, growFactor, maxDelay) * (1 + random / 10)
  const asked = retry === undefined ? own : Math.max(retry, MIN_RETRY)
  const slowed =
    unproductive < UNPRODUCTIVE_BEFORE_BACKOFF
      ? 0
      : backoff(unproductive - UNPRODUCTIVE_BEFORE_BACKOFF, MIN_RETRY, 2, slowest)
  return Math.max(asked, failures ? own : 0, slowed, Math.min(retryAfterMs, MAX_RETRY_AFTER))
}
