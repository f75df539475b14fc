/** How figures are written, in the terminal and in the results. */
import type { ProgramName } from '../compared-clients.ts'
import { compareWithBaseline, type Row, type Series } from '../series.ts'
import { spread } from '../statistics.ts'

/** The median, then the median and quartiles of the comparison with the baseline; empty where nothing was measured. */
export function cell(row: Row, name: ProgramName): string {
  if ('cells' in row) return row.cells.get(name) ?? ''
  const values = row.values.get(name)
  if (!values?.length) return ''
  const middle = number(spread(values).median)
  if (name === row.baseline) return middle
  const { low, median, high } = compareWithBaseline(row, name)
  const quartiles = `${comparison(low, row.compare)}…${comparison(high, row.compare)}`
  return `${middle} · ${comparison(median, row.compare)} (${quartiles})`
}

export function comparison(value: number, compare: Series['compare']): string {
  if (compare === 'ratio') return `×${value.toFixed(2)}`
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`
}

export function number(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })
}
