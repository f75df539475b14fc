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

/** Open bodies in a page, which leave one connection for the next request; elsewhere once a drain has timed out. */
const FEW_OPEN = 5

/** Drains elsewhere: other runtimes open as many connections as are needed. */
const MAX_DRAINS = 64

/** From so many drains on, a request waits for one that ends soon: that costs less than another connection. */
const MANY_DRAINS = 48

/** Milliseconds that such a request waits at most. */
const SOON = 30

/** Milliseconds that a request waits for the end of a drain, at least and at most. */
const MIN_WAIT = 5
const MAX_WAIT = 100

/** `inPage`: a browser sends the requests, over six connections to one origin if the server speaks HTTP/1.1. */
export function createDrains(
  environment: Environment,
  limits: { maxMs: number; maxBytes: number },
  emit: Emit,
  inPage = false,
): Drains {
  return new DrainQueue(environment, limits, emit, inPage)
}

/** A class, since every client has one: functions of its own would take more memory. */
class DrainQueue implements Drains {
  readonly #environment: Environment
  readonly #limits: { maxMs: number; maxBytes: number }
  readonly #emit: Emit
  readonly #inPage: boolean
  readonly #drains = new Set<Drain>()
  #open = 0
  #closed = false
  #hasTimedOut = false
  /** Milliseconds between an answer and the end of its stream, as this server did it lately; 0 if it did not end it. */
  #lateness = MAX_WAIT
  /** That of the last stream. Before the first it is worth a wait to find out. */
  #lastLateness = 0

  constructor(environment: Environment, limits: { maxMs: number; maxBytes: number }, emit: Emit, inPage: boolean) {
    this.#environment = environment
    this.#limits = limits
    this.#emit = emit
    this.#inPage = inPage
  }

  makeRoom(): Promise<void> | undefined {
    const isFew = this.#inPage || this.#hasTimedOut
    const isFull = isFew ? this.#open >= FEW_OPEN : this.#drains.size >= MAX_DRAINS
    if (isFull) for (const drain of this.#drains) if (!drain.isAwaited) return this.#evict(drain)
    return !isFew && this.#drains.size >= MANY_DRAINS ? this.#awaitEnd() : undefined
  }

  opened(): () => void {
    this.#open++
    return () => {
      this.#open--
    }
  }

  close(): void {
    this.#closed = true
    for (const drain of this.#drains) drain.stop('closed')
  }

  /** Waits as long as this server is expected to take for the end of its stream. Cutting it would cost a connection. */
  async #evict(oldest: Drain): Promise<void> {
    oldest.isAwaited = true
    const expected = oldest.startedAt + 2 * this.#lateness - this.#environment.monotonic()
    await this.#waitFor(oldest, this.#inPage ? Math.min(Math.max(expected, MIN_WAIT), MAX_WAIT) : MIN_WAIT)
    oldest.stop('evicted')
  }

  /** Waits for the oldest drain that no other request waits for, unless the last stream ended too late after its answer. */
  #awaitEnd(): Promise<void> | undefined {
    for (const drain of this.#drains) {
      if (drain.isAwaited) continue
      const expected = drain.startedAt + this.#lastLateness - this.#environment.monotonic()
      return expected > SOON ? undefined : this.#awaitSoon(drain)
    }
    return undefined
  }

  async #awaitSoon(drain: Drain): Promise<void> {
    drain.isAwaited = true
    await this.#waitFor(drain, SOON)
    drain.isAwaited = false
    // The next requests do not wait until another stream has ended.
    if (this.#drains.has(drain)) this.#lastLateness = Infinity
  }

  #waitFor({ ended }: Drain, milliseconds: number): Promise<void> {
    return delay(this.#environment, milliseconds, { race: (passed) => Promise.race([ended, passed]) })
  }

  start(requestNumber: number, body: Body, isStream: boolean, call?: number): void {
    let outcome: DrainEnd = 'ended'
    const end = () => this.#emit?.({ type: 'drain', request: requestNumber, outcome }, call)
    // A body of known length has been read to its end with the answer.
    if (!body.isOpen) {
      end()
      return
    }
    const drains = this.#drains
    const drain: Drain = {
      startedAt: this.#environment.monotonic(),
      stop: (reason) => {
        if (!drains.delete(drain)) return
        outcome = reason
        this.#lateness = 0
        this.#lastLateness = Infinity
        if (reason === 'time') this.#hasTimedOut = true
        body.cancel()
      },
      ended: this.#readToEnd(body, () => drain.stop('bytes')).catch(() => {
        // In workerd a body fails also when we cancel it ourselves.
        if (drains.has(drain)) outcome = 'failed'
      }),
    }
    drains.add(drain)
    const stopTimer = this.#environment.setTimer(() => drain.stop('time'), this.#limits.maxMs)
    if (this.#closed) drain.stop('closed')
    void drain.ended.then(() => {
      stopTimer()
      const took = this.#environment.monotonic() - drain.startedAt
      // Some streams of a server may end at once, others late.
      if (drains.delete(drain) && isStream) {
        this.#lateness = Math.max(took, 0.9 * this.#lateness)
        this.#lastLateness = took
      }
      end()
    })
  }

  async #readToEnd(body: Body, onLimit: () => void): Promise<void> {
    let left = this.#limits.maxBytes
    for (;;) {
      const chunk = await body.read()
      if (!chunk) return
      left -= chunk.length
      if (left < 0) onLimit()
    }
  }
}
