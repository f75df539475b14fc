/** One measured quantity: one number per client and round, compared with a baseline of the same rounds. */
import type { ProgramName } from './compared-clients.ts'
import { type Spread, spread } from './statistics.ts'

export interface Series {
  title: string
  unit: string
  baseline: ProgramName
  /** How a client is compared with the baseline. */
  compare: 'ratio' | 'difference'
  /** One number per round; NaN in rounds that a client did not take part in. */
  values: ReadonlyMap<ProgramName, readonly number[]>
  /** The target of our client, for the comparison with the baseline, or with the client `of`. */
  target?: Target & { of?: ProgramName }
}

export type Target = { atLeast: number } | { atMost: number }

/** Counts, taken once, as text. */
export interface Counts {
  title: string
  unit: string
  cells: ReadonlyMap<ProgramName, string>
  /** Whether our counts are as wanted, in words; undefined where nothing is wanted. */
  goal?: { wanted: string; reached: boolean } | undefined
}

export type Row = Series | Counts

/** Compares with the baseline round by round, since both had the same noise in a round. */
export function compareWithBaseline({ values, baseline, compare }: Series, name: ProgramName): Spread {
  const base = values.get(baseline) ?? []
  const rounds = values.get(name) ?? []
  return spread(
    rounds.map((value, round) =>
      compare === 'ratio' ? value / (base[round] ?? Number.NaN) : value - (base[round] ?? 0),
    ),
  )
}
