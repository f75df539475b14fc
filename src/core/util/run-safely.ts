/** Runs a callback of the application: what it throws, now or in its promise, goes to `onError` and not to the caller. */

export function runSafely(run: () => unknown, onError: (error: unknown) => void = () => {}): void {
  try {
    const result = run() as Partial<Promise<unknown>> | undefined
    result?.then?.(undefined, onError)
  } catch (error) {
    onError(error)
  }
}
