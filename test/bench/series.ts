/** One measured quantity: for each contestant one number per round, to be read against a baseline of the same rounds. */
import type { ProgramName } from './contestants.ts'
import { type Spread, spread } from './statistics.ts'

export interface Series {
  title: string
  unit: string
  baseline: ProgramName
  /** Whether a contestant is read as a multiple of the baseline or as a distance from it. */
  compare: 'ratio' | 'difference'
  values: ReadonlyMap<ProgramName, readonly number[]>
  /** What ours has to reach, compared as above. */
  target?: { atLeast: number } | { atMost: number }
}

/** What was counted once: the cells are words already, since there is nothing to compare. */
export interface Counted {
  title: string
  unit: string
  cells: ReadonlyMap<ProgramName, string>
}

export type Row = Series | Counted

/** The comparison with the baseline, round by round, since both met the same noise in a round. */
export function compared({ values, baseline, compare }: Series, name: ProgramName): Spread {
  const base = values.get(baseline) ?? []
  const rounds = values.get(name) ?? []
  return spread(
    rounds.map((value, round) =>
      compare === 'ratio' ? value / (base[round] ?? Number.NaN) : value - (base[round] ?? 0),
    ),
  )
}
