/** What a measure is, and how every measure takes its samples: in turns, so that all contestants meet the same noise. */
import type { ProgramName } from '../contestants.ts'
import type { Job, Sample } from '../load.ts'
import type { Plan } from '../plan.ts'
import { type ClientProcess, createClients, type Server } from '../processes.ts'
import type { Row, Series } from '../series.ts'

export interface World {
  plan: Plan
  server: Server
  /** The bare loop and those it is compared with. */
  names: readonly ProgramName[]
  /** The process of a contestant that stays warm from one measure to the next. */
  client(name: ProgramName): ClientProcess
}

export interface Measure {
  /** What `--only` selects by. */
  name: string
  run(world: World): Promise<Row[]>
}

export type Samples<Taken> = ReadonlyMap<ProgramName, Taken[]>

/** Takes one sample per name and round; the order turns from round to round, since being first may be an advantage. */
export async function interleave<Taken>(
  names: readonly ProgramName[],
  rounds: number,
  take: (name: ProgramName) => Promise<Taken>,
): Promise<Samples<Taken>> {
  const samples = new Map<ProgramName, Taken[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    const turned = names.map((_, index) => names[(index + round) % names.length]!)
    for (const name of turned) samples.get(name)!.push(await take(name))
  }
  return samples
}

interface Work {
  rounds: number
  warmUp: Job
  job: Job
}

interface Done {
  warmUp: Samples<Sample>
  samples: Samples<Sample>
}

/** Samples of a job in processes that have done it before. */
export async function sampleWarm(
  client: World['client'],
  names: readonly ProgramName[],
  { rounds, warmUp, job }: Work,
): Promise<Done> {
  const take = (job: Job) => (name: ProgramName) => client(name).sample(job)
  return { warmUp: await interleave(names, 1, take(warmUp)), samples: await interleave(names, rounds, take(job)) }
}

/** The same in processes of their own: large jobs depend on the heap that earlier ones left behind. */
export async function sampleApart(server: Server, names: readonly ProgramName[], work: Work): Promise<Done> {
  const { client, stop } = createClients(server)
  try {
    return await sampleWarm(client, names, work)
  } finally {
    await stop()
  }
}

/** One number out of every sample. */
export function each<Taken>(samples: Samples<Taken>, value: (taken: Taken) => number): Series['values'] {
  return new Map([...samples].map(([name, taken]) => [name, taken.map(value)]))
}
