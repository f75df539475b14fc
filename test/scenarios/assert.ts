/** Assertions for every runtime, with messages that show the actual and the expected value. */

export interface Assert {
  (condition: unknown, message: string): void
  equal(actual: unknown, expected: unknown, message?: string): void
  /** Both are the very same value, such as an error that must not be wrapped. */
  same(actual: unknown, expected: unknown, message?: string): void
  /** `actual` must have every member of `expected`, and may have others; a RegExp is matched against the text. */
  match(actual: unknown, expected: Record<string, unknown>, message?: string): void
  includes(text: string | readonly unknown[], part: unknown, message?: string): void
  /** The promise must reject; resolves with the reason, for further checks. */
  rejects(promise: Promise<unknown>, expected?: Record<string, unknown>): Promise<Record<string, unknown>>
}

export const assert: Assert = Object.assign(
  (condition: unknown, message: string): void => {
    if (!condition) throw new Error(message)
  },
  {
    equal(actual: unknown, expected: unknown, message = 'values differ') {
      if (!areEqual(actual, expected)) throw new Error(`${message}: got ${show(actual)}, expected ${show(expected)}`)
    },
    same(actual: unknown, expected: unknown, message = 'values are not the same') {
      if (!Object.is(actual, expected)) throw new Error(`${message}: got ${show(actual)}, expected ${show(expected)}`)
    },
    match(actual: unknown, expected: Record<string, unknown>, message = 'object') {
      for (const [key, value] of Object.entries(expected)) {
        const found = (actual as Record<string, unknown> | undefined)?.[key]
        if (value instanceof RegExp ? !value.test(String(found)) : !areEqual(found, value)) {
          throw new Error(`${message}.${key}: got ${show(found)}, expected ${show(value)}`)
        }
      }
    },
    includes(text: string | readonly unknown[], part: unknown, message = 'value') {
      const found = typeof text === 'string' ? text.includes(String(part)) : text.some((item) => areEqual(item, part))
      if (!found) throw new Error(`${message}: ${show(text)} does not include ${show(part)}`)
    },
    async rejects(promise: Promise<unknown>, expected?: Record<string, unknown>) {
      const outcome = await promise.then(
        (value) => ({ value }),
        (reason: unknown) => ({ reason }),
      )
      if (!('reason' in outcome)) throw new Error(`expected a rejection, got ${show(outcome.value)}`)
      const reason = outcome.reason as Record<string, unknown>
      if (expected) assert.match(reason, expected, `rejection ${String(reason)}`)
      return reason
    },
  },
)

function areEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => areEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
}

function show(value: unknown): string {
  if (value instanceof RegExp) return String(value)
  const text = value instanceof Error ? String(value) : JSON.stringify(value)
  return text === undefined ? String(value) : text.length > 600 ? `${text.slice(0, 600)}…` : text
}
