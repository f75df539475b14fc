/** The only timers. */

/** Runs something later; the returned function calls it off. */
export type SetTimer = (run: () => void, milliseconds: number) => () => void

export const setTimer: SetTimer = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}
