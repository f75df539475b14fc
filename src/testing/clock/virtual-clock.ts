/** Virtual time. */
import type { Clock } from './clock.ts'

/** A clock that moves only when a test advances it. */
export interface VirtualClock extends Clock {
  /** Calls `action` once that many milliseconds have passed; the returned function cancels it. */
  schedule(milliseconds: number, action: () => void): () => void
  /** Moves time on, timer by timer; promises settle before time moves and after each timer. */
  advance(milliseconds: number): Promise<void>
  /** Moves time to the earliest timer and lets it fire; `false` when there is none. */
  step(): Promise<boolean>
  /** Lets promises settle while time stands still. */
  settle(): Promise<void>
  /** Timers that have not fired yet. */
  pending(): number
}

interface Timer {
  due: number
  action: () => void
}

/** Creates a clock that moves only when a test advances it; `start` is in milliseconds since the epoch. */
export function virtualClock(start = 0): VirtualClock {
  let time = start
  let moving = false
  /** In the order in which they fire: by time, and at the same time in the order of scheduling. */
  const timers: Timer[] = []

  return {
    now: () => time,
    wait,
    schedule,
    advance: (milliseconds) => move(() => advanceTo(time + milliseconds)),
    step: () => move(step),
    settle,
    pending: () => timers.length,
  }

  function schedule(milliseconds: number, action: () => void): () => void {
    const timer = { due: time + Math.max(0, milliseconds), action }
    timers.splice(insertionIndex(timer.due), 0, timer)
    return () => {
      const index = timers.indexOf(timer)
      if (index >= 0) timers.splice(index, 1)
    }
  }

  /** The index at which a timer fires after all that are due no later. */
  function insertionIndex(due: number): number {
    let low = 0
    let high = timers.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (timers[middle]!.due <= due) low = middle + 1
      else high = middle
    }
    return low
  }

  function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const cancel = schedule(milliseconds, () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      })
      signal?.addEventListener('abort', abort, { once: true })
      function abort() {
        cancel()
        reject(signal?.reason)
      }
    })
  }

  /** Two calls at once would make the order of timers depend on the order of their awaits. */
  async function move<T>(change: () => Promise<T>): Promise<T> {
    if (moving) throw new Error('The virtual clock is already moving: await the first advance() or step()')
    moving = true
    try {
      await settle()
      return await change()
    } finally {
      moving = false
    }
  }

  async function advanceTo(target: number): Promise<void> {
    for (let next = timers[0]; next && next.due <= target; next = timers[0]) await step()
    time = target
  }

  async function step(): Promise<boolean> {
    const timer = timers.shift()
    if (!timer) return false
    time = timer.due
    timer.action()
    await settle()
    return true
  }
}

/** A macrotask runs only after all microtasks, including those that other microtasks queue. */
function settle(): Promise<void> {
  const { setImmediate = setTimeout } = globalThis as { setImmediate?: (run: () => void) => unknown }
  return new Promise((resolve) => setImmediate(resolve))
}
