/** What is printed while the bench runs: a block per row, one line per client. */
import type { ProgramName } from '../compared-clients.ts'
import type { Row } from '../series.ts'
import { cell } from './format.ts'

export const legend = `Medians; after the dot the comparison with the baseline, in brackets its quartiles, made round by round.
On a busy machine trust CPU more than the clock, and wide brackets not at all.`

export function block(row: Row, names: readonly ProgramName[]): string {
  const baseline = 'cells' in row ? '' : `, baseline ${row.baseline}`
  const columns: ProgramName[] = 'cells' in row || names.includes(row.baseline) ? [...names] : [row.baseline, ...names]
  const lines = columns.map((name) => [name, cell(row, name)] as const).filter(([, text]) => text)
  return [`${row.title}, ${row.unit}${baseline}`, ...lines.map(([name, text]) => `  ${name.padEnd(9)} ${text}`)].join(
    '\n',
  )
}
