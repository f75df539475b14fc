/** 100,000 progress notifications in one call: time relative to the bare loop and to the parser, and peak memory. */
import type { ProgramName } from '../compared-clients.ts'
import type { Series } from '../series.ts'
import { progressCount } from '../workload.ts'
import { type Measure, mapSamples, sampleInNewProcesses } from './measure.ts'

const title = `${progressCount.toLocaleString('en')} progress`
const job = { kind: 'progress' } as const

export const progressMeasure: Measure = {
  name: 'progress',
  async run({ server, names, plan: { progress } }) {
    const { warmUp, samples } = await sampleInNewProcesses(server, ['parser', ...names], {
      ...progress,
      warmUp: job,
      job,
    })
    const wall = mapSamples(samples, ({ milliseconds }) => milliseconds)
    const cpu = mapSamples(samples, ({ cpuMilliseconds }) => cpuMilliseconds)
    // The peak never decreases, so it is taken after the first call.
    const peak = mapSamples(warmUp, ({ peakBytes }) => peakBytes / 1e6)
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
