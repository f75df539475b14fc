/** Where the whole texts of shortened results are kept for `read_result`. */

/** A text with the time from which it is gone. */
export interface StoredResult {
  /** The whole text. */
  text: string
  /** Milliseconds since the epoch. */
  expires: number
}

/** Where texts are kept: a `Map` is one. Keys cannot be guessed. */
export interface ResultStore {
  /** The text, if it is still there. */
  get(key: string): StoredResult | undefined | Promise<StoredResult | undefined>
  /** Keeps a text. */
  set(key: string, result: StoredResult): unknown
}

/** In memory, up to a number of characters: the oldest texts leave first. */
export function memoryResults(maxCharacters: number, now: () => number): ResultStore {
  const results = new Map<string, StoredResult>()
  let size = 0
  return {
    get: (key) => results.get(key),
    set(key, result) {
      results.set(key, result)
      size += result.text.length
      for (const [oldest, { text, expires }] of results) {
        if (size <= maxCharacters && expires > now()) break
        results.delete(oldest)
        size -= text.length
      }
    },
  }
}
