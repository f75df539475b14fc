/** Large results: how long one takes, and what it costs the client's process. */
import type { Answers } from '../load.ts'
import { each, type Measure, sampleApart } from './measure.ts'

export function bigMeasure(answers: Answers): Measure {
  return {
    name: `big-${answers}`,
    async run(world) {
      const { rounds, calls } = world.plan.big
      const job = { kind: 'big', answers, calls } as const
      const { samples } = await sampleApart(world.server, world.names, { rounds, warmUp: job, job })
      const title = `10 MB result, ${answers.toUpperCase()}`
      const wall = each(samples, ({ calls, milliseconds }) => milliseconds / calls)
      const cpu = each(samples, ({ calls, cpuMilliseconds }) => cpuMilliseconds / calls)
      return [
        { title, unit: 'ms', baseline: 'bare', compare: 'ratio', values: wall },
        { title, unit: 'ms CPU', baseline: 'bare', compare: 'ratio', values: cpu },
      ]
    },
  }
}
