/** Runs an operation once for all callers that want it at the same time. */

/** Joins the running operation, or starts `run` if there is none. All callers get the same promise. */
export type SingleFlight<T> = (run: () => Promise<T>) => Promise<T>

/** The operation is forgotten once it settles: the next caller starts a new one. */
export function createSingleFlight<T>(): SingleFlight<T> {
  let running: Promise<T> | undefined
  return (run) => {
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}
