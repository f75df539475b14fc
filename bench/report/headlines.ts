/** The rows of the picture: which they are, and the number of each client. */
import { type ClientName, clientNames } from '../compared-clients.ts'
import { compareWithBaseline, type Row } from '../series.ts'
import { spread } from '../statistics.ts'
import { comparison, number } from './format.ts'
import type { Measured } from './results.ts'

export interface Panel {
  title: string
  /** The unit, and which is better. */
  hint: string
  bars: { name: ClientName; value: number; label: string }[]
}

interface Headline {
  title: string
  hint: string
  /** The beginning of the title of the row, and its unit. */
  row: [title: string, unit: string]
  /** Whether the comparison with the baseline is shown instead of the figure itself. */
  compared?: boolean
}

const headlines: readonly Headline[] = [
  {
    title: 'Bundle of the smallest program',
    hint: 'kB after gzip, less is better',
    row: ['Bundle, minimal', 'kB gzip'],
  },
  {
    title: 'Cold start of a Worker',
    hint: 'ms over an empty Worker, less is better',
    row: ['workerd, spawn to response', 'ms'],
    compared: true,
  },
  {
    title: 'Calls per second: JSON, 64 in flight',
    hint: '2026-07-28, over bare fetch, more is better',
    row: ['2026-07-28, JSON, 64 in flight', 'calls/s'],
    compared: true,
  },
  {
    title: 'Calls per second: SSE, 64 in flight',
    hint: '2026-07-28, over bare fetch, more is better',
    row: ['2026-07-28, SSE, 64 in flight', 'calls/s'],
    compared: true,
  },
  {
    title: 'CPU per call: SSE, 64 in flight',
    hint: '2025-11-25, over bare fetch, less is better',
    row: ['2025-11-25, SSE, 64 in flight', 'µs CPU per call'],
    compared: true,
  },
  { title: '100,000 progress notifications', hint: 'ms, less is better', row: ['100,000 progress', 'ms'] },
  {
    title: 'Import in Node, as installed',
    hint: 'ms from the start of the process, less is better',
    row: ['Node start, as installed', 'ms'],
  },
  { title: 'Memory of an idle client', hint: 'kB, less is better', row: ['1,000 idle clients', 'kB each'] },
]

/** Headlines whose rows were not measured are left out. */
export function findPanels(measured: readonly Measured[]): Panel[] {
  return headlines.flatMap((headline) => {
    const [title, unit] = headline.row
    const found = measured.find(({ row }) => row.title.startsWith(title) && row.unit === unit)
    const bars = found ? barsOf(found.row, headline) : []
    return bars.length ? [{ title: headline.title, hint: headline.hint, bars }] : []
  })
}

function barsOf(row: Row, { compared = false }: Headline): Panel['bars'] {
  return clientNames.flatMap((name) => {
    const value = figureOf(row, name, compared)
    if (Number.isNaN(value)) return []
    const label = compared && 'compare' in row ? comparison(value, row.compare) : number(value)
    return [{ name, value: Math.max(value, 0), label }]
  })
}

function figureOf(row: Row, name: ClientName, compared: boolean): number {
  if ('cells' in row) return Number(row.cells.get(name) ?? Number.NaN)
  if (!row.values.get(name)?.length) return Number.NaN
  return compared ? compareWithBaseline(row, name).median : spread(row.values.get(name)!).median
}
