/** All text of a value, to search it for secrets. */

/** As printing and serialising show it. */
export function textsOf(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object' || seen.has(value)) return []
  seen.add(value)
  const own = Object.getOwnPropertyNames(value).filter((name) => name !== 'headers')
  const parts = own.map((name) => (value as Record<string, unknown>)[name])
  return [String(value), JSON.stringify(value) ?? '', ...parts.flatMap((part) => textsOf(part, seen))]
}
