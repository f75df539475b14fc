/** Waits for something to come true that nobody tells of, such as a tab that a page opens. */

const patience = 10_000

/** The first value that is not undefined or false. */
export async function until<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  const end = Date.now() + patience
  for (;;) {
    const value = await look()
    if (value !== undefined && value !== false) return value
    if (Date.now() > end) throw new Error(`within ${patience / 1000} s it did not come to this: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
