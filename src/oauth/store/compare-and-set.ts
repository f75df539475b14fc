/** The comparison of `AuthStore.set` and `AuthStore.delete`. */

/** Compares as JSON. `null` expects that there is no value; without `expected` every value matches. */
export function matchesExpected(current: unknown, expected: unknown): boolean {
  return expected === undefined || JSON.stringify(current ?? null) === JSON.stringify(expected)
}
