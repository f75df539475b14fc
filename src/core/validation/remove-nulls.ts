/** Removes null members: many servers write null for optional members that are absent. */

/** The contents of these are not defined by MCP, and null may have a meaning in them. */
const OPAQUE = new Set(['structuredContent', '_meta', 'inputSchema', 'outputSchema', 'arguments'])

/** No MCP type is nested deeper. */
const MAX_DEPTH = 8

/** Changes the value in place, so it must be one that this client parsed itself. Returns the same value. */
export function removeNulls<T>(value: T, depth: number = MAX_DEPTH): T {
  if (depth && typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      // `structuredContent` is the only member for which null is a value.
      if (member === null && !Array.isArray(value) && key !== 'structuredContent')
        delete (value as Record<string, unknown>)[key]
      else if (!OPAQUE.has(key)) removeNulls(member, depth - 1)
    }
  }
  return value
}
