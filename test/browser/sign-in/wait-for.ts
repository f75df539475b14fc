/** Polls for conditions that cause no event, such as a new tab. */

const TIMEOUT_MS = 60_000

/** Resolves with the first value that is not undefined or false. */
export async function waitFor<T>(what: string, check: () => Promise<T | undefined | false>): Promise<T> {
  const end = Date.now() + TIMEOUT_MS
  for (;;) {
    const value = await check()
    if (value !== undefined && value !== false) return value
    if (Date.now() > end) throw new Error(`not within ${TIMEOUT_MS / 1000} s: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
