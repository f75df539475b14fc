/** Runs a range of seeds, each thread every nth of them. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { RunKind } from './run-seed.ts'
import type { FailedSeed, WorkerReport, WorkerTask } from './seed-worker.ts'
import type { ShrunkSeed } from './shrink-seed.ts'
import { addTallies, createTally, type Tally } from './tally.ts'

export interface SeedRange {
  from: number
  /** The end of the range, which is not part of it. */
  to: number
  /** Skips all other seeds. */
  kind?: RunKind
  /** Ends at the first seed with a violation that contains this text. */
  finding?: string
  /** Runs only the parts of the plan with these names. */
  only?: readonly string[] | undefined
  /** Default: one for each core. */
  threads?: number | undefined
}

export interface SeedsResult {
  /** By seed; with `finding` only those that have it. */
  failed: FailedSeed[]
  /** Without the threads that were terminated. */
  tally: Tally
}

/** Milliseconds of real time; a seed that takes longer is in a loop in which no virtual time passes. */
const SEED_TIMEOUT = 60_000

/** A seed allocates much that is short-lived; a large young generation saves copying it. */
const YOUNG_GENERATION_MB = 64

export async function runSeeds(bundle: string, range: SeedRange): Promise<SeedsResult> {
  const { from, to, kind, finding, only } = range
  const threads = Math.max(1, Math.min(range.threads ?? availableParallelism(), to - from, 8))
  const failed: FailedSeed[] = []
  const tallies: Tally[] = []
  const workers: Worker[] = []
  const ends = Array.from({ length: threads }, (_, index) => {
    const current = new SharedArrayBuffer(4)
    const workerData: WorkerTask = { from, to, share: { index, of: threads }, kind, finding, only, current }
    return new Promise<void>((resolve, reject) => {
      // A bundle needs none of the loaders that this program was started with.
      const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB }
      const worker = new Worker(bundle, { workerData, resourceLimits, execArgv: [] })
      workers.push(worker)
      const stopWatching = terminateWhenStuck(worker, new Uint32Array(current), failed)
      worker.on('message', (report: WorkerReport) => {
        if ('done' in report) return tallies.push(report.done)
        if ('shrunk' in report) return addShrunk(report.shrunk)
        failed.push(report.failed)
        if (finding !== undefined) for (const other of workers) void other.terminate()
      })
      worker.on('error', reject)
      worker.on('exit', () => {
        stopWatching()
        resolve()
      })
    })
  })
  await Promise.all(ends)
  return { failed: failed.sort((a, b) => a.seed - b.seed), tally: tallies.reduce(addTallies, createTally()) }

  function addShrunk(shrunk: ShrunkSeed): void {
    const whole = failed.find(({ seed }) => seed === shrunk.seed)
    if (whole) whole.shrunk = shrunk
  }
}

function terminateWhenStuck(worker: Worker, current: Uint32Array, failed: FailedSeed[]): () => void {
  let last = current[0]
  const timer = setInterval(() => {
    const seed = Atomics.load(current, 0)
    if (seed === last) {
      failed.push({ seed, violations: [`did not end within ${SEED_TIMEOUT} ms of real time`], trace: [] })
      void worker.terminate()
    }
    last = seed
  }, SEED_TIMEOUT)
  return () => clearInterval(timer)
}
