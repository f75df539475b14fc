/** Large results: wall time and CPU time of one call. */
import { canCall } from '../compared-clients.ts'
import { type Answers, pathOf } from '../workload.ts'
import { type Measure, mapSamples, sampleInNewProcesses } from './measure.ts'

export function largeResultMeasure(answers: Answers): Measure {
  return {
    name: `big-${answers}`,
    section: 'Large results and many notifications',
    async run({ plan, server, names }) {
      const { calls, ...sampling } = plan.big
      const job = { kind: 'big', path: pathOf('2025-11-25', answers), calls } as const
      const { samples } = await sampleInNewProcesses(server, names.filter(canCall), { ...sampling, warmUp: job, job })
      const title = `10 MB result, ${answers.toUpperCase()}`
      const wall = mapSamples(samples, ({ calls, milliseconds }) => milliseconds / calls)
      const cpu = mapSamples(samples, ({ calls, cpuMilliseconds }) => cpuMilliseconds / calls)
      return [
        { title, unit: 'ms', baseline: 'bare', compare: 'ratio', values: wall, target: { atMost: 1.08 } },
        { title, unit: 'ms CPU', baseline: 'bare', compare: 'ratio', values: cpu },
      ]
    },
  }
}
