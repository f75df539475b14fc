/** A flood of progress notifications in one call: its time over the bare loop and over the parser, and its peak memory. */
import type { ProgramName } from '../contestants.ts'
import { progressCount } from '../load.ts'
import type { Series } from '../series.ts'
import { each, type Measure, sampleApart } from './measure.ts'

const title = `${progressCount.toLocaleString('en')} progress`
const job = { kind: 'progress' } as const

export const progressMeasure: Measure = {
  name: 'progress',
  async run({ server, names, plan: { progress } }) {
    const { warmUp, samples } = await sampleApart(server, ['parser', ...names], { ...progress, warmUp: job, job })
    const wall = each(samples, ({ milliseconds }) => milliseconds)
    const cpu = each(samples, ({ cpuMilliseconds }) => cpuMilliseconds)
    // A process has one peak in its life: that of its first call is free of what follows.
    const peak = each(warmUp, ({ peakBytes }) => peakBytes / 1e6)
    return [
      { title, unit: 'ms', baseline: 'bare', compare: 'ratio', values: without('parser', wall) },
      { title, unit: 'ms CPU', baseline: 'bare', compare: 'ratio', values: without('parser', cpu) },
      { title, unit: 'ms', baseline: 'parser', compare: 'ratio', values: wall, target: { atMost: 2 } },
      { title, unit: 'ms CPU', baseline: 'parser', compare: 'ratio', values: cpu },
      { title, unit: 'MB peak', baseline: 'bare', compare: 'ratio', values: without('parser', peak) },
    ]
  },
}

function without(name: ProgramName, values: Series['values']): Series['values'] {
  return new Map([...values].filter(([other]) => other !== name))
}
