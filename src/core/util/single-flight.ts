/** Single flight: callers that need the same work at the same time share one run and its outcome. */

export interface SingleFlight<T> {
  /** The run under way, if any. */
  readonly current: Promise<T> | undefined
  /** Joins the run under way, or starts one. */
  run(start: () => Promise<T>): Promise<T>
}

export function createSingleFlight<T>(): SingleFlight<T> {
  let current: Promise<T> | undefined
  return {
    get current() {
      return current
    },
    run(start) {
      // The run is known before it begins, so that what it causes synchronously joins it.
      current ??= Promise.resolve()
        .then(start)
        .finally(() => {
          current = undefined
        })
      return current
    },
  }
}
