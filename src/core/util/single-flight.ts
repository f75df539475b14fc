/** Single flight: callers that need the same work at the same time share one run and its outcome. */

export class SingleFlight<T> {
  /** The run under way, if any. */
  current: Promise<T> | undefined

  /** Joins the run under way, or starts one. */
  run(start: () => Promise<T>): Promise<T> {
    // The run is known before it begins, so that what it causes synchronously joins it.
    this.current ??= Promise.resolve()
      .then(start)
      .finally(() => {
        this.current = undefined
      })
    return this.current
  }
}

export function createSingleFlight<T>(): SingleFlight<T> {
  return new SingleFlight()
}
