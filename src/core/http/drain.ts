/** Drains responses: reads the rest after the answer, within limits, so that their connections can be reused. */
import type { DrainEnd, Emit } from '../events.ts'
import type { Body } from '../util/body.ts'
import { delay } from '../util/delay.ts'
import type { Environment } from '../util/environment.ts'

export interface Drains {
  /** To be awaited before a request: the end of the oldest drain, which is cancelled soon. Undefined if there is room. */
  makeRoom(): Promise<void> | undefined
  /** Counts a request and its response body as open until the returned function is called. */
  opened(): () => void
  /** Takes over a body after its answer; `isStream` if it is one of events. Its failure is no error of the caller. */
  start(requestNumber: number, body: Body, isStream: boolean, call?: number): void
  /** Cancels all drains, and all that will be started. */
  close(): void
}

interface Drain {
  startedAt: number
  /** A request waits for its end. */
  isAwaited?: boolean
  stop(outcome: DrainEnd): void
  ended: Promise<void>
}

/** `inPage`: a browser sends the requests, over six connections to one origin if the server speaks HTTP/1.1. */
export function createDrains(
  environment: Environment,
  limits: { maxMs: number; maxBytes: number },
  emit: Emit,
  inPage?: boolean,
): Drains {
  /** Open bodies in a page, which leave one connection for the next request; elsewhere once a drain has timed out. */
  const fewOpen = 5
  /** Drains elsewhere: other runtimes open as many connections as are needed. */
  const maxDrains = 64
  /** From so many drains on, a request waits for one that ends soon: that costs less than another connection. */
  const manyDrains = 48
  /** Milliseconds that such a request waits at most. */
  const soon = 30
  /** Milliseconds that a request waits for the end of a drain, at least and at most. */
  const minWait = 5
  const maxWait = 100
  const drains = new Set<Drain>()
  let open = 0
  let closed = false
  let hasTimedOut = false
  /** Milliseconds between an answer and the end of its stream, as this server did it lately; 0 if it did not end it. */
  let lateness = maxWait
  /** That of the last stream. Before the first it is worth a wait to find out. */
  let lastLateness = 0

  return {
    makeRoom() {
      const isFew = inPage || hasTimedOut
      const isFull = isFew ? open >= fewOpen : drains.size >= maxDrains
      if (isFull) for (const drain of drains) if (!drain.isAwaited) return evict(drain)
      return !isFew && drains.size >= manyDrains ? awaitEnd() : undefined
    },
    opened() {
      open++
      return () => {
        open--
      }
    },
    start,
    close() {
      closed = true
      for (const drain of drains) drain.stop('closed')
    },
  }

  /** Waits as long as this server is expected to take for the end of its stream. Cutting it would cost a connection. */
  async function evict(oldest: Drain): Promise<void> {
    oldest.isAwaited = true
    const expected = oldest.startedAt + 2 * lateness - environment.monotonic()
    await waitFor(oldest, inPage ? Math.min(Math.max(expected, minWait), maxWait) : minWait)
    oldest.stop('evicted')
  }

  /** Waits for the oldest drain that no other request waits for, unless the last stream ended too late after its answer. */
  function awaitEnd(): Promise<void> | undefined {
    for (const drain of drains) {
      if (drain.isAwaited) continue
      const expected = drain.startedAt + lastLateness - environment.monotonic()
      return expected > soon ? undefined : awaitSoon(drain)
    }
    return undefined
  }

  async function awaitSoon(drain: Drain): Promise<void> {
    drain.isAwaited = true
    await waitFor(drain, soon)
    drain.isAwaited = false
    // The next requests do not wait until another stream has ended.
    if (drains.has(drain)) lastLateness = Infinity
  }

  function waitFor({ ended }: Drain, milliseconds: number): Promise<void> {
    return delay(environment, milliseconds, { race: (passed) => Promise.race([ended, passed]) })
  }

  function start(requestNumber: number, body: Body, isStream: boolean, call?: number): void {
    let outcome: DrainEnd = 'ended'
    const end = () => emit?.({ type: 'drain', request: requestNumber, outcome }, call)
    // A body of known length has been read to its end with the answer.
    if (!body.isOpen) {
      end()
      return
    }
    const drain: Drain = {
      startedAt: environment.monotonic(),
      stop(reason) {
        if (!drains.delete(drain)) return
        outcome = reason
        lateness = 0
        lastLateness = Infinity
        if (reason === 'time') hasTimedOut = true
        body.cancel()
      },
      ended: readToEnd(body, () => drain.stop('bytes')).catch(() => {
        // In workerd a body fails also when we cancel it ourselves.
        if (drains.has(drain)) outcome = 'failed'
      }),
    }
    drains.add(drain)
    const stopTimer = environment.setTimer(() => drain.stop('time'), limits.maxMs)
    if (closed) drain.stop('closed')
    void drain.ended.then(() => {
      stopTimer()
      const took = environment.monotonic() - drain.startedAt
      // Some streams of a server may end at once, others late.
      if (drains.delete(drain) && isStream) {
        lateness = Math.max(took, 0.9 * lateness)
        lastLateness = took
      }
      end()
    })
  }

  async function readToEnd(body: Body, onLimit: () => void): Promise<void> {
    let left = limits.maxBytes
    for (;;) {
      const chunk = await body.read()
      if (!chunk) return
      left -= chunk.length
      if (left < 0) onLimit()
    }
  }
}
