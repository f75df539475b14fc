/** The cost of starting a process, as wall time and as CPU time, which other load disturbs less. */
import type { Series } from '../series.ts'
import { mapSamples, type Samples } from './measure.ts'

/** In milliseconds; NaN where the system does not provide it. */
export interface StartUpCost {
  wall: number
  cpu: number
}

export function startUpSeries(
  title: string,
  compare: Series['compare'],
  samples: Samples<StartUpCost>,
  target?: Series['target'],
): Series[] {
  const wall = mapSamples(samples, (start) => start.wall)
  const cpu = mapSamples(samples, (start) => start.cpu)
  const series: Series[] = [
    { title, unit: 'ms', baseline: 'empty', compare, values: wall, ...(target && { target }) },
    { title, unit: 'ms CPU', baseline: 'empty', compare, values: cpu },
  ]
  return series.filter(({ values }) => ![...values.values()].flat().includes(Number.NaN))
}
