/** Which goals our client reached, and which peers are ahead of it. */
import { isPeer } from '../compared-clients.ts'
import { compareWithBaseline, type Row } from '../series.ts'
import { spread } from '../statistics.ts'
import { comparison } from './format.ts'

export interface Verdict {
  reached: boolean
  text: string
}

export function verdictsOn(row: Row): Verdict[] {
  if ('cells' in row) {
    if (!row.goal) return []
    return [{ reached: row.goal.reached, text: `${row.title}: ${row.cells.get('ours')}; wanted ${row.goal.wanted}` }]
  }
  const { target, title, unit, compare, values } = row
  if (!target || !values.has('ours')) return []
  const baseline = target.of ?? row.baseline
  // Without the other client there is nothing to compare with.
  if (!values.has(baseline)) return []
  const { median } = compareWithBaseline({ ...row, baseline }, 'ours')
  const isReached = 'atLeast' in target ? median >= target.atLeast : median <= target.atMost
  const wanted = 'atLeast' in target ? `at least ${target.atLeast}` : `at most ${target.atMost}`
  const relation = compare === 'ratio' ? `of ${baseline}` : `${unit} over ${baseline}`
  const text = `${title}, ${unit}: ${comparison(median, compare)}; wanted ${wanted} ${relation}`
  return [{ reached: isReached, text }, ...peersAhead(row)]
}

function peersAhead(row: Exclude<Row, { cells: unknown }>): Verdict[] {
  const middle = (name: string) => spread(row.values.get(name as 'ours') ?? []).median
  const isAhead = (name: string) =>
    'atLeast' in row.target! ? middle(name) > middle('ours') : middle(name) < middle('ours')
  const ahead = [...row.values.keys()].filter((name) => isPeer(name) && isAhead(name))
  return ahead.length ? [{ reached: false, text: `${row.title}, ${row.unit}: behind ${ahead.join(', ')}` }] : []
}
