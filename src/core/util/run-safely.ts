/** Runs code that is not ours: it must not break what called it, now or later. */

export function attempt(run: () => unknown, failed: (error: unknown) => void = () => {}): void {
  try {
    const result = run() as Partial<Promise<unknown>> | undefined
    result?.then?.(undefined, failed)
  } catch (error) {
    failed(error)
  }
}
