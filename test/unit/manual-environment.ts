/** An environment whose time passes only when a test advances it. */
import type { Environment } from '../../src/core/util/environment.ts'

export interface ManualEnvironment extends Environment {
  advance(milliseconds: number): void
  /** Timers that have neither fired nor been cancelled. */
  pending(): number
}

export function createManualEnvironment(): ManualEnvironment {
  let now = 1_000_000
  const timers = new Map<object, { at: number; run: () => void }>()
  return {
    now: () => now,
    monotonic: () => now,
    random: () => 0.5,
    setTimer(run, milliseconds) {
      const key = {}
      timers.set(key, { at: now + milliseconds, run })
      return () => timers.delete(key)
    },
    advance(milliseconds) {
      const end = now + milliseconds
      for (;;) {
        const due = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0]
        if (!due) break
        timers.delete(due[0])
        now = due[1].at
        due[1].run()
      }
      now = end
    },
    pending: () => timers.size,
  }
}
