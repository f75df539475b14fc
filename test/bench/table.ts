/** The table: one line per measured quantity, one column per client. */
import type { ProgramName } from './compared-clients.ts'
import { compareWithBaseline, type Row, type Series } from './series.ts'
import { spread } from './statistics.ts'

const widths = { title: 28, unit: 17, baseline: 16, client: 31 }

const absent = '-'

export const legend = `Medians; in brackets the quartiles of the comparison with the baseline, made round by round.
On a busy machine trust CPU more than the clock, and wide brackets not at all.`

export function header(names: readonly ProgramName[]): string {
  const columns = names.map((name) => name.padEnd(widths.client))
  return ['measure'.padEnd(widths.title), 'unit'.padEnd(widths.unit), 'baseline'.padEnd(widths.baseline), ...columns]
    .join('')
    .trimEnd()
}

/** The cell of a client: its median, then the median and quartiles of the comparison with the baseline. */
export function line(row: Row, names: readonly ProgramName[]): string {
  const { title, unit } = row
  const base = 'cells' in row ? absent : `${row.baseline} ${number(spread(row.values.get(row.baseline) ?? []).median)}`
  const columns = names.map((name) => cell(row, name).padEnd(widths.client))
  return [title.padEnd(widths.title), unit.padEnd(widths.unit), base.padEnd(widths.baseline), ...columns]
    .join('')
    .trimEnd()
}

/** Whether our client reached the target; empty where there is none. */
export function verdict(series: Row): string[] {
  if ('cells' in series) return []
  const { target, title, unit, baseline, compare } = series
  if (!target || !series.values.has('ours')) return []
  const { median } = compareWithBaseline(series, 'ours')
  const isReached = 'atLeast' in target ? median >= target.atLeast : median <= target.atMost
  const wanted = 'atLeast' in target ? `at least ${target.atLeast}` : `at most ${target.atMost}`
  const relation = compare === 'ratio' ? `of ${baseline}` : `${unit} over ${baseline}`
  return [`${isReached ? 'reached' : 'MISSED '}  ${title}: ${format(median, compare)}, wanted ${wanted} ${relation}`]
}

function cell(series: Row, name: ProgramName): string {
  if ('cells' in series) return series.cells.get(name) ?? absent
  const values = series.values.get(name)
  if (!values || name === series.baseline) return ''
  const { low, median, high } = compareWithBaseline(series, name)
  const quartiles = `${format(low, series.compare)}..${format(high, series.compare)}`
  return `${number(spread(values).median).padStart(7)}  ${format(median, series.compare)} (${quartiles})`
}

function format(value: number, compare: Series['compare']): string {
  if (compare === 'ratio') return `${value.toFixed(2)}x`
  return `${value < 0 ? '' : '+'}${value.toFixed(1)}`
}

function number(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })
}
