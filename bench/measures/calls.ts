/** Small calls: calls per second, and CPU time per call. */
import { speaks } from '../compared-clients.ts'
import type { Target } from '../series.ts'
import { type Answers, pathOf, type Revision } from '../workload.ts'
import { type Measure, mapSamples, sampleInWarmProcesses } from './measure.ts'

export interface CallTargets {
  perSecond: Target
  cpu: Target
}

export function callsMeasure(revision: Revision, answers: Answers, inFlight: number, targets: CallTargets): Measure {
  return {
    name: `calls-${revision}-${answers}-${inFlight}`,
    section: 'Small calls',
    async run({ plan, names, client }) {
      const { rounds, milliseconds, warmUp } = plan.calls
      const job = { kind: 'calls', path: pathOf(revision, answers), inFlight, milliseconds } as const
      // Engines optimize after a number of calls, which many in flight reach sooner.
      const warmUpJob = { ...job, inFlight: 64, milliseconds: warmUp }
      const measured = names.filter((name) => speaks(name, revision))
      const { samples } = await sampleInWarmProcesses(client, measured, { rounds, warmUp: warmUpJob, job })
      const title = `${revision}, ${answers.toUpperCase()}, ${inFlight} in flight`
      const perSecond = mapSamples(samples, ({ calls, milliseconds }) => (calls / milliseconds) * 1000)
      const cpuPerCall = mapSamples(samples, ({ calls, cpuMilliseconds }) => (cpuMilliseconds / calls) * 1000)
      const compared = { title, baseline: 'bare', compare: 'ratio' } as const
      return [
        { ...compared, unit: 'calls/s', values: perSecond, target: targets.perSecond },
        { ...compared, unit: 'µs CPU per call', values: cpuPerCall, target: targets.cpu },
      ]
    },
  }
}
