/** What one start cost, and how starts are read: by the clock, and by CPU, which a busy machine disturbs less. */
import type { Series } from '../series.ts'
import { each, type Samples } from './measure.ts'

/** In milliseconds; NaN where the system does not tell. */
export interface Start {
  wall: number
  cpu: number
}

export function startSeries(
  title: string,
  compare: Series['compare'],
  samples: Samples<Start>,
  target?: Series['target'],
): Series[] {
  const wall = each(samples, (start) => start.wall)
  const cpu = each(samples, (start) => start.cpu)
  const series: Series[] = [
    { title, unit: 'ms', baseline: 'empty', compare, values: wall, ...(target && { target }) },
    { title, unit: 'ms CPU', baseline: 'empty', compare, values: cpu },
  ]
  return series.filter(({ values }) => ![...values.values()].flat().includes(Number.NaN))
}
