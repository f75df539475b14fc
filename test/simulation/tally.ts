/** Counts over many seeds. */

export interface Tally {
  seeds: number
  calls: number
  requests: number
  disturbances: Map<string, number>
  outcomes: Map<string, number>
  /** By kind. */
  violations: Map<string, number>
}

export function createTally(): Tally {
  return { seeds: 0, calls: 0, requests: 0, disturbances: new Map(), outcomes: new Map(), violations: new Map() }
}

export function count(counts: Map<string, number>, names: readonly string[]): void {
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
}

export function addTallies(a: Tally, b: Tally): Tally {
  return {
    seeds: a.seeds + b.seeds,
    calls: a.calls + b.calls,
    requests: a.requests + b.requests,
    disturbances: addCounts(a.disturbances, b.disturbances),
    outcomes: addCounts(a.outcomes, b.outcomes),
    violations: addCounts(a.violations, b.violations),
  }
}

function addCounts(a: Map<string, number>, b: Map<string, number>): Map<string, number> {
  const sum = new Map(a)
  for (const [name, times] of b) sum.set(name, (sum.get(name) ?? 0) + times)
  return sum
}

/** The sentence without its numbers, so that the same violation in two seeds is counted as one kind. */
export function violationKind(sentence: string): string {
  return sentence.replaceAll(/\d+(,\d+)*/g, '…')
}
