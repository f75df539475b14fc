/** The only timer there is. */

/** Runs something later; the returned function calls it off. What is in the `background` keeps no process alive. */
export type SetTimer = (run: () => void, milliseconds: number, background?: boolean) => () => void

export const setTimer: SetTimer = (run, milliseconds, background) => {
  // A longer one overflows and fires at once.
  const timer = setTimeout(run, Math.min(milliseconds, 2 ** 31 - 1))
  // Node, Deno and Bun can let go of a timer; elsewhere it is a number.
  if (background) (timer as { unref?(): void }).unref?.()
  return () => clearTimeout(timer)
}
