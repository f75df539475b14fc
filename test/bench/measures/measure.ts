/** The interface of a measure, and interleaved sampling, which exposes all clients to the same noise. */
import type { ProgramName } from '../compared-clients.ts'
import type { Plan } from '../plan.ts'
import { type ClientProcess, createClients, type Server } from '../processes.ts'
import type { Row, Series } from '../series.ts'
import type { Job, Sample } from '../workload.ts'

export interface BenchContext {
  plan: Plan
  server: Server
  /** The measured clients. */
  names: readonly ProgramName[]
  /** The process of a client, which is kept from one measure to the next. */
  client(name: ProgramName): ClientProcess
}

export interface Measure {
  /** Matched by `--only`. */
  name: string
  run(context: BenchContext): Promise<Row[]>
}

export type Samples<T> = ReadonlyMap<ProgramName, T[]>

/** Takes one sample per name and round; the order rotates, since being first may be an advantage. */
export async function interleave<T>(
  names: readonly ProgramName[],
  rounds: number,
  take: (name: ProgramName) => Promise<T>,
): Promise<Samples<T>> {
  const samples = new Map<ProgramName, T[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    const rotated = names.map((_, index) => names[(index + round) % names.length]!)
    for (const name of rotated) samples.get(name)!.push(await take(name))
  }
  return samples
}

interface SamplingPlan {
  rounds: number
  warmUp: Job
  job: Job
}

interface JobSamples {
  warmUp: Samples<Sample>
  samples: Samples<Sample>
}

/** Samples a job in long-lived processes, after a warm-up job. */
export async function sampleInWarmProcesses(
  client: BenchContext['client'],
  names: readonly ProgramName[],
  { rounds, warmUp, job }: SamplingPlan,
): Promise<JobSamples> {
  const take = (job: Job) => (name: ProgramName) => client(name).sample(job)
  return { warmUp: await interleave(names, 1, take(warmUp)), samples: await interleave(names, rounds, take(job)) }
}

/** The same in new processes, because the heap that earlier jobs leave behind changes the cost of large jobs. */
export async function sampleInNewProcesses(
  server: Server,
  names: readonly ProgramName[],
  sampling: SamplingPlan,
): Promise<JobSamples> {
  const { client, stop } = createClients(server)
  try {
    return await sampleInWarmProcesses(client, names, sampling)
  } finally {
    await stop()
  }
}

/** One number per sample. */
export function mapSamples<T>(samples: Samples<T>, value: (sample: T) => number): Series['values'] {
  return new Map([...samples].map(([name, taken]) => [name, taken.map(value)]))
}
