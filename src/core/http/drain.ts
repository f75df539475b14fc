/** Reads a response on after its answer, within bounds, so that its connection can be used again. */
import type { DrainEnd, Emit } from '../events.ts'
import type { Body } from '../util/body.ts'
import type { Environment } from '../util/environment.ts'

/** A browser opens six connections to one origin. */
const MOST_OPEN = 5

/** How long a drain may still end by itself before it must make room for a request, in milliseconds. */
const GRACE = 5

export interface Drains {
  /** What to wait for until one more request fits: a moment at most, and then the oldest drain has to go. */
  makeRoom(): Promise<void> | undefined
  /** Counts a response body until the returned function is called. */
  opened(): () => void
  /** Takes over a body whose answer is out. Nothing that happens to it matters to a caller. */
  start(n: number, body: Body): void
  /** Cancels all that is being drained, and all that will be. */
  close(): void
}

interface Drain {
  /** Has to go already, for another request. */
  claimed?: boolean
  stop(how: DrainEnd): void
  ended: Promise<void>
}

export function createDrains(environment: Environment, limits: { ms: number; bytes: number }, emit: Emit): Drains {
  const drains = new Set<Drain>()
  let open = 0
  let closed = false

  return {
    makeRoom() {
      if (open < MOST_OPEN) return undefined
      for (const drain of drains) if (!drain.claimed) return evict(drain)
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
    oldest.claimed = true
    let stopTimer = () => {}
    const grace = new Promise<void>((resolve) => {
      stopTimer = environment.setTimer(resolve, GRACE)
    })
    await Promise.race([oldest.ended, grace])
    stopTimer()
    oldest.stop('evicted')
  }

  function start(n: number, body: Body): void {
    let how: DrainEnd = 'ended'
    const drain: Drain = {
      stop(why) {
        if (!drains.delete(drain)) return
        how = why
        body.cancel()
      },
      ended: readOn(body, () => drain.stop('bytes')).catch(() => {
        // In workerd a body that we cancel ourselves fails too.
        if (drains.has(drain)) how = 'failed'
      }),
    }
    drains.add(drain)
    const stopTimer = environment.setTimer(() => drain.stop('time'), limits.ms)
    if (closed) drain.stop('closed')
    void drain.ended.then(() => {
      stopTimer()
      drains.delete(drain)
      emit?.({ type: 'drain', n, how })
    })
  }

  async function readOn(body: Body, tooMuch: () => void): Promise<void> {
    let left = limits.bytes
    for (;;) {
      const piece = await body.read()
      if (!piece) return
      left -= piece.length
      if (left < 0) tooMuch()
    }
  }
}
