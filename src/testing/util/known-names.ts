/** Errors about names that are not known, with the known ones, the nearest first. */

/** Throws a TypeError at the first member that is not known. */
export function checkMembers(label: string, kind: string, value: object, known: readonly string[]): void {
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) {
      throw new TypeError(
        `${label}: there is no ${kind} ${JSON.stringify(name)}. ${listNearest(`${kind}s`, name, known)}`,
      )
    }
  }
}

/** `Known faults: ends-early, …`. */
export function listNearest(kinds: string, name: string, known: readonly string[]): string {
  const sorted = [...known].sort((one, other) => distance(name, one) - distance(name, other))
  return `Known ${kinds}: ${sorted.join(', ')}`
}

/** How many letters have to be added, removed or replaced. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[to.length]!
}
