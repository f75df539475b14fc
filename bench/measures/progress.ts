/** 100,000 progress notifications in one call: time relative to the bare loop and to the parser, and peak memory. */
import { canCall, isPeer, type ProgramName } from '../compared-clients.ts'
import type { Series } from '../series.ts'
import { pathOf, progressCount } from '../workload.ts'
import { type Measure, mapSamples, sampleInNewProcesses } from './measure.ts'

const title = `${progressCount.toLocaleString('en')} progress`
const job = { kind: 'progress', path: pathOf('2025-11-25', 'sse') } as const

export const progressMeasure: Measure = {
  name: 'progress',
  section: 'Large results and many notifications',
  async run({ server, names, plan: { progress } }) {
    const { warmUp, samples } = await sampleInNewProcesses(server, ['parser', ...names.filter(canCall)], {
      ...progress,
      slow: names.filter(isPeer),
      warmUp: job,
      job,
    })
    const wall = mapSamples(samples, ({ milliseconds }) => milliseconds)
    const cpu = mapSamples(samples, ({ cpuMilliseconds }) => cpuMilliseconds)
    // The peak never decreases, so it is taken after the first call.
    const peak = mapSamples(warmUp, ({ peakBytes }) => peakBytes / 1e6)
    return [
      { title, unit: 'ms', baseline: 'parser', compare: 'ratio', values: wall, target: { atMost: 1.3 } },
      { title, unit: 'ms', baseline: 'bare', compare: 'ratio', values: without('parser', wall) },
      { title, unit: 'ms CPU', baseline: 'bare', compare: 'ratio', values: without('parser', cpu) },
      { title, unit: 'MB peak', baseline: 'bare', compare: 'ratio', values: without('parser', peak) },
    ]
  },
}

function without(name: ProgramName, values: Series['values']): Series['values'] {
  return new Map([...values].filter(([other]) => other !== name))
}
