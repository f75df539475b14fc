/** Reads the stream of a call, and an extra one beside it when it is silent: packets may vanish without a sign. */
import type { JsonRpcMessage } from '../../types/jsonrpc.ts'
import type { CallScope } from '../call-scope.ts'
import { type HttpError, isMcpError } from '../errors.ts'
import type { HttpContext } from '../http/http-client.ts'
import type { Environment } from '../util/environment.ts'
import { setPatientTimer } from '../util/sleep.ts'
import type { Purpose, StreamActivity } from './activity.ts'
import type { EventCursor } from './event-cursor.ts'
import type { Messages } from './messages.ts'

/** Milliseconds without activity after which the stream of a call is opened again. */
export const MAX_SILENCE = 30_000

export interface Reopening {
  cursor: EventCursor
  activity: StreamActivity
  /** Opens a connection after the last event. */
  open(purpose: Purpose): Promise<Messages>
  /** A resumed connection is closed because it is silent. */
  onSilence(): void
  /** Ends an attempt to open one. */
  stopOpening(): void
}

/** A connection from which one batch at a time is read. */
interface Connection {
  messages: Messages
  isReading?: boolean
  batch?: JsonRpcMessage[] | undefined
}

/**
 * `isFirst`: the request was sent on this connection. It is read until the call settles, since the answer may come on
 * either; the messages end when both have ended. A resumed connection is closed when it is silent: nothing shows that
 * the server knows of it.
 */
export function readWithExtra(
  { http, environment, emit }: HttpContext,
  messages: Messages,
  isFirst: boolean,
  { cursor, activity, open, onSilence, stopOpening }: Reopening,
  scope: CallScope,
): Messages {
  /** Refusals by 409 in a row after which the first connection is closed: the server believes it alive. */
  const maxConflicts = 2
  let first: Connection | undefined = isFirst ? { messages } : undefined
  let other: Connection | undefined = isFirst ? undefined : { messages }
  let isOpening = false
  let mayAsk = true
  let conflicts = 0
  let askedAt = environment.monotonic()
  let failure: { cause: unknown } | undefined
  let isOver = false
  let wake = () => {}
  let endTurn = () => {}
  let stopTimer: (() => void) | undefined
  activity.onTouch = () => {
    conflicts = 0
    if (!stopTimer && cursor.lastEventId) setTimer()
  }
  if (!isFirst) setTimer()
  return { next, drain: () => end('drain'), cancel: () => end('cancel') }

  async function next(): ReturnType<Messages['next']> {
    for (;;) {
      for (const connection of [first, other]) {
        const batch = connection?.batch
        if (connection) connection.batch = undefined
        if (batch) return batch
        if (connection && !connection.isReading) void read(connection)
      }
      // An invalid message would come again over the other connection.
      if ((!first && !other && !isOpening) || (!first && isMcpError(failure?.cause))) {
        end('cancel')
        if (failure) throw failure.cause
        return undefined
      }
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  async function read(connection: Connection): Promise<void> {
    connection.isReading = true
    try {
      connection.batch = await connection.messages.next()
      failure = undefined
    } catch (cause) {
      failure = { cause }
    }
    connection.isReading = false
    if (!connection.batch) {
      // After an invalid message the body is still open.
      connection.messages.cancel()
      if (connection === first) first = undefined
      if (connection === other) other = undefined
      // With one connection left, none is extra.
      endTurn()
    }
    wake()
  }

  function end(how: 'drain' | 'cancel'): void {
    isOver = true
    stopTimer?.()
    first?.messages[how]()
    other?.messages[how]()
    if (isOpening) stopOpening()
    endTurn()
  }

  /** Milliseconds that the streams may still be silent. */
  function patience(): number {
    const now = environment.monotonic()
    // A handler that waits for a person is no silence of the server.
    if (scope.isPaused) activity.last = now
    const limit = first ? Math.max(MAX_SILENCE, cursor.retry ?? 0) : MAX_SILENCE
    return Math.max(activity.last, askedAt) + limit - now
  }

  function setTimer(): void {
    stopTimer = setPatientTimer(environment, onTimer, Math.max(patience(), 0))
  }

  function onTimer(): void {
    stopTimer = undefined
    if (patience() <= 0) askAgain()
    if (!isOver) setTimer()
  }

  function askAgain(): void {
    askedAt = environment.monotonic()
    if (!first) onSilence()
    other?.messages.cancel()
    other = undefined
    endTurn()
    if (isOpening) stopOpening()
    else if (first && mayAsk && cursor.lastEventId) {
      endTurn = takeTurn(environment, new URL(http.endpoint).origin, () => void openExtra())
    }
    wake()
  }

  async function openExtra(): Promise<void> {
    // It may have waited for its turn.
    if (isOver || !first || activity.last > askedAt) return endTurn()
    askedAt = environment.monotonic()
    emit?.({ type: 'reconnect', target: 'stream', attempt: 1, delay: 0, reason: 'silent' }, scope.call)
    isOpening = true
    try {
      const opened = await open('ask')
      if (isOver) opened.cancel()
      else other = { messages: opened }
    } catch (error) {
      const { status, retryable } = (error ?? {}) as HttpError
      if (status === 409) conflicts++
      else mayAsk = retryable
      if (first && conflicts === maxConflicts) {
        first.messages.cancel()
        first = undefined
      }
      endTurn()
    }
    isOpening = false
    wake()
  }
}

const queues = new WeakMap<Environment, Map<string, (() => void)[]>>()

/**
 * Turns for something of which a page has only one at a time for each key. Calls `run` when it is its turn: at once
 * outside of pages. The returned function ends the turn, or the wait for it.
 */
export function takeTurn(environment: Environment, key: string, run: () => void): () => void {
  if (!environment.inPage?.()) {
    run()
    return () => {}
  }
  const keys = queues.get(environment) ?? new Map<string, (() => void)[]>()
  queues.set(environment, keys)
  const queue = keys.get(key) ?? []
  keys.set(key, queue)
  // A function of its own, since the same one may wait again.
  const start = () => run()
  queue.push(start)
  if (queue.length === 1) start()
  return () => {
    const index = queue.indexOf(start)
    if (index < 0) return
    queue.splice(index, 1)
    if (!queue.length) keys.delete(key)
    else if (!index) queue[0]!()
  }
}
