/** Null for what is optional means absent: many servers write it so. */

/** Members of these belong to somebody else, and null may mean something there. */
const OPAQUE = new Set(['structuredContent', '_meta', 'inputSchema', 'outputSchema', 'arguments'])

/** Removes what is null from what we parsed ourselves, and gives the same object back. No type of MCP goes deeper. */
export function withoutNulls<T>(value: T, depth = 8): T {
  if (depth && typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      // Of all members only this one may be null and mean it.
      if (member === null && !Array.isArray(value) && key !== 'structuredContent')
        delete (value as Record<string, unknown>)[key]
      else if (!OPAQUE.has(key)) withoutNulls(member, depth - 1)
    }
  }
  return value
}
