/** Memory that idle clients and open calls keep, after a garbage collection. */
import { canCall } from '../compared-clients.ts'
import type { Sample } from '../workload.ts'
import { pathOf } from '../workload.ts'
import { type Measure, mapSamples, type Samples, sampleInNewProcesses } from './measure.ts'

export function memoryMeasure(kind: 'idle-clients' | 'open-calls'): Measure {
  return {
    name: `memory-${kind}`,
    section: 'Memory',
    async run({ plan: { memory }, server, names }) {
      const job = { kind, path: pathOf('2025-11-25', 'json'), count: memory.count } as const
      const warmUp = { kind: 'calls', path: job.path, inFlight: 64, milliseconds: 300 } as const
      const measured = names.filter(canCall)
      const { samples } = await sampleInNewProcesses(server, measured, { rounds: memory.rounds, warmUp, job })
      const count = memory.count.toLocaleString('en')
      const title = kind === 'idle-clients' ? `${count} idle clients` : `${count} open calls of one client`
      const row = { title, unit: 'kB each', baseline: 'bare', compare: 'ratio', values: kilobytes(samples) } as const
      return [kind === 'idle-clients' ? { ...row, target: { atMost: 0.33, of: 'official' } } : row]
    },
  }
}

function kilobytes(samples: Samples<Sample>): ReturnType<typeof mapSamples> {
  return mapSamples(samples, ({ bytesPerUnit = Number.NaN }) => bytesPerUnit / 1000)
}
