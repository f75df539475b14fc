/** Large results: wall time and CPU time of mapSamples call. */
import type { Answers } from '../workload.ts'
import { type Measure, mapSamples, sampleInNewProcesses } from './measure.ts'

export function largeResultMeasure(answers: Answers): Measure {
  return {
    name: `big-${answers}`,
    async run(context) {
      const { rounds, calls } = context.plan.big
      const job = { kind: 'big', answers, calls } as const
      const { samples } = await sampleInNewProcesses(context.server, context.names, { rounds, warmUp: job, job })
      const title = `10 MB result, ${answers.toUpperCase()}`
      const wall = mapSamples(samples, ({ calls, milliseconds }) => milliseconds / calls)
      const cpu = mapSamples(samples, ({ calls, cpuMilliseconds }) => cpuMilliseconds / calls)
      return [
        { title, unit: 'ms', baseline: 'bare', compare: 'ratio', values: wall },
        { title, unit: 'ms CPU', baseline: 'bare', compare: 'ratio', values: cpu },
      ]
    },
  }
}
