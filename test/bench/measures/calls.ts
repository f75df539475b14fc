/** Small calls: how many per second, and what each costs the client's process. */
import type { Answers } from '../load.ts'
import type { Series } from '../series.ts'
import { each, type Measure, sampleWarm } from './measure.ts'

export function callsMeasure(answers: Answers, inFlight: number, target?: Series['target']): Measure {
  return {
    name: `calls-${answers}-${inFlight}`,
    async run(world) {
      const { rounds, milliseconds, warmUp } = world.plan.calls
      const job = { kind: 'calls', answers, inFlight, milliseconds } as const
      // The engine optimizes after so many calls, not after so much time: many in flight get there sooner.
      const warming = { ...job, inFlight: 64, milliseconds: warmUp }
      const { samples } = await sampleWarm(world.client, world.names, { rounds, warmUp: warming, job })
      const title = `${answers.toUpperCase()}, ${inFlight} in flight`
      const perSecond = each(samples, ({ calls, milliseconds }) => (calls / milliseconds) * 1000)
      const cpuPerCall = each(samples, ({ calls, cpuMilliseconds }) => (cpuMilliseconds / calls) * 1000)
      return [
        { title, unit: 'calls/s', baseline: 'bare', compare: 'ratio', values: perSecond, ...(target && { target }) },
        { title, unit: 'µs CPU per call', baseline: 'bare', compare: 'ratio', values: cpuPerCall },
      ]
    },
  }
}
