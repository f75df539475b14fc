/** Finds the name that somebody probably meant. */

/** At most one in three characters is wrong; undefined when no name is that near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const lower = name.slice(0, 100).toLowerCase()
  let best: { name: string; distance: number } | undefined
  for (const candidate of known.slice(0, 5_000)) {
    const distance = distanceOf(lower, candidate.slice(0, 100).toLowerCase())
    if (!best || distance < best.distance) best = { name: candidate, distance }
  }
  return best && best.distance <= Math.max(1, Math.floor(lower.length / 3)) && best.distance < lower.length
    ? best.name
    : undefined
}

/** For the end of an error message. */
export function didYouMean(name: string, known: readonly string[]): string {
  const found = nearest(name, known)
  return found === undefined ? '' : `. Did you mean ${found}?`
}

/** Insertions, deletions, replacements and exchanged neighbors between two short texts. */
function distanceOf(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 30) return 30
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  let before: number[] = []
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const exchanged = isExchanged ? before[j - 2]! + 1 : replaced
      next.push(Math.min(replaced, exchanged, row[j]! + 1, next[j - 1]! + 1))
    }
    before = row
    row = next
  }
  return row[other.length]!
}
