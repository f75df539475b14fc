/** How deep a value is nested: what goes into a snapshot must fit into JSON in every engine. */

/** False for a value with more levels than fit into JSON everywhere. */
export function isShallow(value: unknown, levels = 100): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1))
}
