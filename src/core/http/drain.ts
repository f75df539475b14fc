/** Drains responses: reads the rest after the answer, within limits, so that their connections can be reused. */
import type { DrainEnd, Emit } from '../events.ts'
import type { Body } from '../util/body.ts'
import type { Environment } from '../util/environment.ts'

export interface Drains {
  /** To be awaited before a request: the end of the oldest drain, which is cancelled soon. Undefined if there is room. */
  makeRoom(): Promise<void> | undefined
  /** Counts a request and its response body as open until the returned function is called. */
  opened(): () => void
  /** Takes over a body after its answer. Its failure is no error of the caller. */
  start(requestNumber: number, body: Body, call?: number): void
  /** Cancels all drains, and all that will be started. */
  close(): void
}

interface Drain {
  /** Will be cancelled for another request. */
  isEvicted?: boolean
  stop(outcome: DrainEnd): void
  ended: Promise<void>
}

export function createDrains(
  environment: Environment,
  limits: { maxMs: number; maxBytes: number },
  emit: Emit,
): Drains {
  /** Browsers open six connections to one origin over HTTP/1.1; one must be left for the next request. */
  const maxOpen = 5
  const drains = new Set<Drain>()
  let open = 0
  let closed = false

  return {
    makeRoom() {
      if (open < maxOpen) return undefined
      for (const drain of drains) if (!drain.isEvicted) return evict(drain)
      return undefined
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

  async function evict(oldest: Drain): Promise<void> {
    /** How long a drain may still end by itself before it is cancelled to make room, in milliseconds. */
    const maxGrace = 5
    oldest.isEvicted = true
    let stopTimer = () => {}
    const grace = new Promise<void>((resolve) => {
      stopTimer = environment.setTimer(resolve, maxGrace)
    })
    await Promise.race([oldest.ended, grace])
    stopTimer()
    oldest.stop('evicted')
  }

  function start(requestNumber: number, body: Body, call?: number): void {
    let outcome: DrainEnd = 'ended'
    const drain: Drain = {
      stop(reason) {
        if (!drains.delete(drain)) return
        outcome = reason
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
      drains.delete(drain)
      emit?.({ type: 'drain', request: requestNumber, outcome }, call)
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
