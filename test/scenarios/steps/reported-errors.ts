/** Collects the errors that a client reports with `reportError`, which a page would count as failures. */

export async function collectReported(run: () => Promise<unknown>): Promise<unknown[]> {
  const world = globalThis as { reportError?(error: unknown): void }
  const { reportError } = world
  const reported: unknown[] = []
  world.reportError = (error) => reported.push(error)
  try {
    await run()
  } finally {
    if (reportError) world.reportError = reportError
    else delete world.reportError
  }
  return reported
}
