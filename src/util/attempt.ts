/** Runs code that is not ours: it must not break what called it. */

export function attempt(run: () => unknown, failed?: (error: unknown) => void): void {
  try {
    run()
  } catch (error) {
    failed?.(error)
  }
}
