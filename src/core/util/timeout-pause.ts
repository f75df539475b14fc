/** Pauses the idle timeout of all calls while handlers run that may belong to any of them. */
import type { Environment } from './environment.ts'

export interface TimeoutPause {
  /** Called when a handler starts; the returned function must be called when it has ended. */
  start(): () => void
  /** Silence up to this time does not count as idle: now while a handler runs, else when the last one ended. */
  pausedUntil(): number
}

export function createTimeoutPause(environment: Environment): TimeoutPause {
  let running = 0
  let lastEnd = 0
  return {
    start() {
      running++
      return () => {
        running--
        lastEnd = environment.monotonic()
      }
    },
    pausedUntil: () => (running ? environment.monotonic() : lastEnd),
  }
}
