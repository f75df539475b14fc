/** A stream that outlives its connections: after a break it goes on behind the last event (SEP-1699). */

import type { JsonRpcMessage } from '../../types/jsonrpc.ts'
import { ConnectionError, HttpError, isMcpError, RpcError } from '../errors.ts'
import type { Wire } from '../http/http-client.ts'
import type { Deadline } from '../util/deadline.ts'
import { delay } from '../util/delay.ts'
import { MOST_RETRY, type Position } from './event-cursor.ts'
import type { Messages } from './messages.ts'

/** A connection that lived shorter than this and brought nothing was in vain, in milliseconds. */
const SHORT_LIFE = 1_000

/** So many connections in vain are taken for polling; from then on each costs more. */
const FREE_CYCLES = 3

export interface Resumption {
  /** What is resumed, for events and errors. */
  what: 'stream' | 'listening'
  /** Where the stream is; the reader of the stream moves it. */
  position: Position
  /** Opens the stream again, behind the position. A retryable error is a failed attempt, any other ends it all. */
  reopen(): Promise<Messages>
  /** Whether a stream without an event id can be opened again too. */
  always?: boolean
  /** Whether a batch is worth a connection. */
  isNews?(batch: readonly JsonRpcMessage[]): boolean
  /** The connection brought nothing again and again, or works. */
  onHealth?(healthy: boolean): void
}

/** `first` is the connection there is already, if any. */
export function resumeMessages(
  wire: Wire,
  first: Messages | undefined,
  { what, position, reopen, always, onHealth, isNews = () => true }: Resumption,
  deadline: Deadline,
): Messages {
  const { environment, settings, emit } = wire
  const { attempts, initialDelay, growth, maxDelay, schedule } = settings.reconnect
  let current = first
  let opened = environment.now()
  let inVain = 0
  let delivered = false
  return { next, drain: () => current?.drain(), cancel: () => current?.cancel() }

  async function next(): ReturnType<Messages['next']> {
    for (;;) {
      let cause: unknown
      try {
        const batch = await current?.next()
        if (batch) {
          if (isNews(batch)) {
            delivered = true
            inVain = 0
            onHealth?.(true)
          }
          return batch
        }
      } catch (error) {
        deadline.check()
        // The server's own fault, which another connection would not mend.
        if (isMcpError(error)) throw error
        cause = error
      }
      if (current && (!attempts || (!always && !position.lastEventId))) {
        if (cause) throw cause
        return undefined
      }
      if (current) {
        inVain = delivered || environment.now() - opened >= SHORT_LIFE ? 0 : inVain + 1
      }
      current = await open(cause ? 'broken' : 'ended')
      opened = environment.now()
      delivered = false
      onHealth?.(inVain < FREE_CYCLES)
    }
  }

  async function open(reason: string): Promise<Messages> {
    let after = 0
    for (let failures = 0; ; ) {
      // The first connection of a stream that is resumed from elsewhere need not wait.
      if (current || failures) await pause(failures, reason, after)
      try {
        position.reconnected()
        return await reopen()
      } catch (cause) {
        deadline.check()
        // What another layer of fetch has to say, such as that a person must sign in, passes as it is.
        if (!(cause instanceof ConnectionError || cause instanceof HttpError || cause instanceof RpcError)) throw cause
        failures++
        const { status, retryAfterMs } = cause as HttpError
        // Who was never let in has nothing to resume.
        if (always && !current && !cause.retryable && status !== 409) throw cause
        // A conflict is our own connection, which the server has not missed yet.
        if (failures >= attempts || !(cause.retryable || (always && status === 409))) {
          const message = `The ${what} could not be resumed in ${failures} attempts: ${cause.message}`
          throw new ConnectionError(message, { retryable: true, cause })
        }
        reason = cause.message
        after = Math.min(retryAfterMs ?? 0, MOST_RETRY)
      }
    }
  }

  async function pause(failures: number, reason: string, after: number): Promise<void> {
    const { lastEventId, retry } = position
    const ownPace = Math.min(maxDelay, initialDelay * growth ** failures) * (1 + environment.random() / 10)
    const slowed = inVain < FREE_CYCLES ? 0 : Math.min(maxDelay, 250 * 2 ** (inVain - FREE_CYCLES))
    // The server's wish is a floor: never earlier, but later where attempts fail or are in vain.
    const wait = Math.max(retry ?? ownPace, failures ? ownPace : 0, slowed, after)
    const attempt = current ? failures + 1 : failures
    const planned = schedule?.({ attempt, delay: wait, lastEventId }) ?? wait
    const chosen = typeof planned === 'number' ? planned : wait
    emit?.({ type: 'reconnect', what, attempt, delay: chosen, reason })
    await (typeof planned === 'number' ? delay(environment, planned, deadline) : deadline.race(planned))
  }
}
