/** The only timer there is. */

/** Runs something later; the returned function calls it off. */
export type SetTimer = (run: () => void, milliseconds: number) => () => void

export const setTimer: SetTimer = (run, milliseconds) => {
  // A longer one overflows and fires at once.
  const timer = setTimeout(run, Math.min(milliseconds, 2 ** 31 - 1))
  return () => clearTimeout(timer)
}
