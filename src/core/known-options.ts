/** Refuses options that do not exist: in plain JavaScript a misspelt one would be ignored without a word. */

import { invalidArgument } from './util/invalid-argument.ts'

/** Throws TypeError for the first key that is not known, and names the known one that is most like it. */
export function checkKeys(what: string, options: unknown, known: readonly string[]): void {
  /** The least likeness at which a known key is suggested. */
  const minLikeness = 0.35
  const unknown = Object.keys(options || {}).find((key) => !known.includes(key))
  if (unknown === undefined) return
  const [nearest = ''] = [...known].sort((a, b) => likeness(unknown, b) - likeness(unknown, a))
  const value = (options as Record<string, { fetch?: unknown } | null | undefined>)[unknown]
  const meant = likeness(unknown, nearest) < minLikeness ? '' : `; did you mean ${nearest}?`
  // What `oauth()` returned is passed by its `fetch`.
  throw invalidArgument(`${what}: unknown option ${unknown}${value?.fetch ? `; pass fetch: ${unknown}.fetch` : meant}`)
}

/** From 0 to 1: the part of the pairs of letters that both words have. */
function likeness(a: string, b: string): number {
  const other = b.toLowerCase()
  const pairs = [...a.toLowerCase()].map((letter, index, all) => letter + (all[index + 1] ?? ''))
  return (2 * pairs.filter((pair) => other.includes(pair)).length) / (a.length + b.length)
}
