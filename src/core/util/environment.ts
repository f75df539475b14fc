/** The clock, timers and randomness: what the client takes from its runtime besides `fetch`. The simulation replaces them. */

/** Runs `run` later; the returned function cancels it. A `background` timer does not keep a process alive. */
export type SetTimer = (run: () => void, milliseconds: number, background?: boolean) => () => void

export interface Environment {
  /** Milliseconds since the epoch, for dates. People and time servers set this clock. */
  now(): number
  /** Milliseconds since some start, for durations: this clock is never set. It may stand still while the machine sleeps. */
  monotonic(): number
  setTimer: SetTimer
  random(): number
  /** Whether a browser sends the requests, which limits the connections to one server. */
  inPage?(): boolean
}

/** The longest delay of `setTimeout`; a longer one overflows and fires at once. */
const MAX_DELAY = 2 ** 31 - 1

export const setTimer: SetTimer = (run, milliseconds, background) => {
  const timer = setTimeout(run, Math.min(milliseconds, MAX_DELAY))
  // Node, Deno and Bun return an object that can be unreferenced; elsewhere it is a number.
  if (background) (timer as { unref?(): void }).unref?.()
  return () => clearTimeout(timer)
}

export const systemEnvironment: Environment = {
  // Functions of its own: bundlers keep an unused object that reads members of globals.
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimer,
  random: () => Math.random(),
  inPage: () => !!(globalThis as { location?: unknown }).location,
}
