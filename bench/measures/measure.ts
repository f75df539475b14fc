/** The interface of a measure, and interleaved sampling, which exposes all clients to the same noise. */
import type { ProgramName } from '../compared-clients.ts'
import type { Plan } from '../plan.ts'
import { type ClientProcess, createClients, type Server } from '../processes.ts'
import type { Row, Series } from '../series.ts'
import { showStatus } from '../status.ts'
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
  /** The heading of its rows in the results. */
  section: string
  run(context: BenchContext): Promise<Row[]>
}

export type Samples<T> = ReadonlyMap<ProgramName, T[]>

/** Takes one sample per name and round; the order rotates, since being first may be an advantage. */
export async function interleave<T>(
  names: readonly ProgramName[],
  rounds: number,
  take: (name: ProgramName, round: number) => Promise<T>,
): Promise<Samples<T>> {
  const samples = new Map<ProgramName, T[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    const rotated = names.map((_, index) => names[(index + round) % names.length]!)
    for (const name of rotated) {
      showStatus(`round ${round + 1} of ${rounds}, ${name}`)
      samples.get(name)!.push(await take(name, round))
    }
  }
  return samples
}

interface SamplingPlan {
  rounds: number
  warmUp?: Job
  job: Job
  /** These take part in every `slowEvery`th round only. */
  slow?: readonly ProgramName[]
  slowEvery?: number
  /** New processes of each client that share the rounds. */
  processes?: number
}

interface JobSamples {
  warmUp: Samples<Sample>
  samples: Samples<Sample>
}

/** Of a round that a client did not take part in. */
const noSample: Sample = {
  calls: Number.NaN,
  milliseconds: Number.NaN,
  cpuMilliseconds: Number.NaN,
  peakBytes: Number.NaN,
}

/** Samples a job in long-lived processes, after a warm-up job. */
export async function sampleInWarmProcesses(
  client: BenchContext['client'],
  names: readonly ProgramName[],
  { rounds, warmUp, job, slow = [], slowEvery = 1 }: SamplingPlan,
): Promise<JobSamples> {
  const warm = await interleave(names, warmUp ? 1 : 0, (name) => client(name).sample(warmUp!))
  const samples = await interleave(names, rounds, async (name, round) =>
    slow.includes(name) && round % slowEvery ? noSample : client(name).sample(job),
  )
  return { warmUp: warm, samples }
}

/**
 * The same in new processes, because the heap that earlier jobs leave behind changes the cost of large jobs. In several
 * if what the allocator of one process happens to keep decides: then one process says nothing about the client.
 */
export async function sampleInNewProcesses(
  server: Server,
  names: readonly ProgramName[],
  { processes = 1, ...sampling }: SamplingPlan,
): Promise<JobSamples> {
  const rounds = sampling.rounds / processes
  const all: JobSamples[] = []
  for (let process = 0; process < processes; process++) {
    const { client, stop } = createClients(server)
    try {
      all.push(await sampleInWarmProcesses(client, names, { ...sampling, rounds }))
    } finally {
      await stop()
    }
  }
  const join = (samples: Samples<Sample>[]) =>
    new Map(names.map((name) => [name, samples.flatMap((some) => some.get(name) ?? [])]))
  return { warmUp: join(all.map(({ warmUp }) => warmUp)), samples: join(all.map(({ samples }) => samples)) }
}

/** One number per sample. */
export function mapSamples<T>(samples: Samples<T>, value: (sample: T) => number): Series['values'] {
  return new Map([...samples].map(([name, taken]) => [name, taken.map(value)]))
}
