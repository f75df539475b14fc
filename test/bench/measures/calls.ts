/** Small calls: calls per second, and CPU time per call. */

import type { Series } from '../series.ts'
import type { Answers } from '../workload.ts'
import { type Measure, mapSamples, sampleInWarmProcesses } from './measure.ts'

export function callsMeasure(answers: Answers, inFlight: number, target?: Series['target']): Measure {
  return {
    name: `calls-${answers}-${inFlight}`,
    async run(context) {
      const { rounds, milliseconds, warmUp } = context.plan.calls
      const job = { kind: 'calls', answers, inFlight, milliseconds } as const
      // Engines optimize after a number of calls, which many in flight reach sooner.
      const warmUpJob = { ...job, inFlight: 64, milliseconds: warmUp }
      const { samples } = await sampleInWarmProcesses(context.client, context.names, { rounds, warmUp: warmUpJob, job })
      const title = `${answers.toUpperCase()}, ${inFlight} in flight`
      const perSecond = mapSamples(samples, ({ calls, milliseconds }) => (calls / milliseconds) * 1000)
      const cpuPerCall = mapSamples(samples, ({ calls, cpuMilliseconds }) => (cpuMilliseconds / calls) * 1000)
      return [
        { title, unit: 'calls/s', baseline: 'bare', compare: 'ratio', values: perSecond, ...(target && { target }) },
        { title, unit: 'µs CPU per call', baseline: 'bare', compare: 'ratio', values: cpuPerCall },
      ]
    },
  }
}
