/** Regular expressions of schemas. */

/** True when the pattern is not a regular expression of this engine: nothing can be said then. */
export function matchesPattern(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return true
  }
}
