/** Notices when this machine stands still: then limits pass that have nothing to do with the client. */
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Pulse {
  /** The longest standstill since then (of `performance.now()`), in milliseconds. */
  worstSince(time: number): number
  /** Also asks this server from time to time, and takes how long it needs. Returns the function that ends that. */
  follow(port: number): () => void
  /** Waits for a moment without a standstill, but not longer than this many milliseconds. */
  calm(patience: number): Promise<void>
  stop(): void
}

/** A standstill from which on limits of seconds are not to be trusted. */
export const STANDSTILL = 500

const EVERY = 50
const ASK_EVERY = 400
/** Standstills that still let another combination begin. */
const CALM = 150

export function startPulse(): Pulse {
  const standstills: { end: number; length: number }[] = []
  const asking = new Set<number>()
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    note(now - last - EVERY)
    last = now
  }, EVERY)
  return { worstSince, follow, calm, stop: () => clearInterval(timer) }

  function note(length: number): void {
    if (length > CALM / 2) standstills.push({ end: performance.now(), length })
    if (standstills.length > 10_000) standstills.splice(0, 5_000)
  }

  function worstSince(time: number): number {
    const over = standstills.filter(({ end }) => end >= time).map(({ length }) => length)
    const lasting = [...asking].map((start) => performance.now() - start)
    return Math.max(0, ...over, ...lasting)
  }

  function follow(port: number): () => void {
    const ask = async () => {
      const start = performance.now()
      asking.add(start)
      await answerOf(port)
      asking.delete(start)
      note(performance.now() - start)
    }
    const asker = setInterval(ask, ASK_EVERY)
    return () => clearInterval(asker)
  }

  async function calm(patience: number): Promise<void> {
    const started = performance.now()
    while (worstSince(performance.now() - EVERY * 6) > CALM && performance.now() - started < patience) {
      await sleep(EVERY)
    }
  }
}

/** Any answer will do, and so will none: a server that is being restarted does not stand still. */
function answerOf(port: number): Promise<void> {
  return new Promise((resolve) => {
    const asking = request({ port, host: '127.0.0.1', path: '/pulse', agent: false }, (response) => {
      response.destroy()
      resolve()
    })
    asking.once('error', () => resolve())
    asking.end()
  })
}
