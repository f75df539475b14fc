/** Whether a stored value is the one that a writer expects. */

/** As JSON. `null` expects that there is none; without `expected` anything will do. */
export function matches(current: unknown, expected: unknown): boolean {
  return expected === undefined || JSON.stringify(current ?? null) === JSON.stringify(expected)
}
