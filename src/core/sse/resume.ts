/** A stream of messages that survives its connections: after a break it resumes after the last event id (SEP-1699). */
import type { JsonRpcMessage } from '../../types/jsonrpc.ts'
import { ConnectionError, HttpError, isMcpError, RpcError } from '../errors.ts'
import type { HttpContext } from '../http/http-client.ts'
import { createDeadline, type Deadline } from '../util/deadline.ts'
import { delay } from '../util/delay.ts'
import { watchSleep } from '../util/sleep.ts'
import type { EventCursor } from './event-cursor.ts'
import type { Messages } from './messages.ts'
import { replaceWhenSilent } from './replace-silent.ts'
import { FRUITLESS_BEFORE_BACKOFF, resumeDelay } from './resume-delay.ts'

export interface Resumption {
  /** What is resumed, for events and errors. */
  target: 'stream' | 'listening'
  /** The position in the stream; the reader of the stream moves it. */
  cursor: EventCursor
  /**
   * Opens the stream again, after the cursor, and reads it until the deadline passes. A retryable error is a failed
   * attempt, any other error is final.
   */
  reopen(deadline: Deadline): Promise<Messages>
  /** Whether a stream without an event id is opened again too. */
  always?: boolean
  /** Whether the messages of one read show that the connection works. */
  isProgress?(batch: readonly JsonRpcMessage[]): boolean
  /** Called when a connection opens, with false if too many before it were fruitless; and with true when one works. */
  onHealth?(healthy: boolean): void
}

/** `first` is the connection that is already open, if any. */
export function resumeMessages(
  context: HttpContext,
  first: Messages | undefined,
  resumption: Resumption,
  deadline: Deadline,
): Messages {
  /** A connection that ended sooner than this and delivered nothing was fruitless, in milliseconds. */
  const shortLife = 1_000
  const { environment, settings, emit } = context
  const { target, cursor, reopen, always, onHealth, isProgress = () => true } = resumption
  const { maxAttempts, schedule } = settings.reconnect
  let current = first && guard(first)
  let openedAt = environment.monotonic()
  let fruitless = 0
  let delivered = false
  let opening: Deadline | undefined
  let release = () => {}
  // A stream that died during sleep gives no sign of it. Listening may be silent for hours, so it is opened again.
  const stopWatching =
    always && maxAttempts
      ? watchSleep(environment, () => {
          current?.cancel()
          // It may have died before its response came.
          opening?.abort(new ConnectionError('The machine slept', { retryable: true }))
        })
      : () => {}
  const cancel = () => {
    stopWatching()
    current?.cancel()
  }
  return { next, drain: () => current?.drain(), cancel }

  /** Listening may be silent for hours. */
  function guard(messages: Messages): Messages {
    return always || !maxAttempts ? messages : replaceWhenSilent(context, messages, resumption, deadline)
  }

  async function next(): ReturnType<Messages['next']> {
    for (;;) {
      let cause: unknown
      try {
        const batch = await current?.next()
        if (batch) {
          if (isProgress(batch)) {
            delivered = true
            fruitless = 0
            onHealth?.(true)
          }
          return batch
        }
      } catch (error) {
        deadline.check()
        // An invalid message would be sent again over another connection.
        if (isMcpError(error)) throw error
        cause = error
      }
      if (current && (!maxAttempts || (!always && !cursor.lastEventId))) {
        if (cause) throw cause
        return undefined
      }
      if (current) {
        fruitless = delivered || environment.monotonic() - openedAt >= shortLife ? 0 : fruitless + 1
      }
      current = await open(cause ? 'broken' : 'ended')
      openedAt = environment.monotonic()
      delivered = false
      onHealth?.(fruitless < FRUITLESS_BEFORE_BACKOFF)
    }
  }

  async function open(reason: string): Promise<Messages> {
    let retryAfterMs: number | undefined
    for (let failures = 0; ; ) {
      // The first attempt does not wait if no connection was open before.
      if (current || failures) await pause(failures, reason, retryAfterMs)
      try {
        cursor.reconnected()
        const attempt = createDeadline(environment, { what: target, owner: deadline })
        release()
        release = deadline.onPassed((reason) => attempt.abort(reason))
        opening = attempt
        const messages = await reopen(attempt)
        opening = undefined
        return guard(messages)
      } catch (cause) {
        deadline.check()
        // Errors of a wrapping fetch, such as that a person must sign in, pass unchanged.
        if (!(cause instanceof ConnectionError || cause instanceof HttpError || cause instanceof RpcError)) throw cause
        failures++
        const { status } = cause as HttpError
        // The first connection was refused: nothing to resume.
        if (always && !current && !cause.retryable && status !== 409) throw cause
        // 409 is our own earlier connection, whose end the server has not noticed yet.
        if (failures >= maxAttempts || !(cause.retryable || (always && status === 409))) {
          const message = `The ${target} could not be resumed in ${failures} attempts: ${cause.message}`
          throw new ConnectionError(message, { retryable: true, cause })
        }
        reason = cause.message
        retryAfterMs = (cause as HttpError).retryAfterMs
      }
    }
  }

  async function pause(failures: number, reason: string, retryAfterMs: number | undefined): Promise<void> {
    const { lastEventId, retry } = cursor
    const wait = resumeDelay({ failures, fruitless, retry, retryAfterMs }, settings.reconnect, environment.random())
    const attempt = current ? failures + 1 : failures
    const planned = schedule?.({ attempt, delay: wait, lastEventId }) ?? wait
    const chosen = typeof planned === 'number' ? planned : wait
    emit?.({ type: 'reconnect', target: target, attempt, delay: chosen, reason }, deadline.call)
    await (typeof planned === 'number' ? delay(environment, planned, deadline) : deadline.race(planned))
  }
}
