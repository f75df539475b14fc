/** Seeds on all cores. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Finding, Report, Tally, Task } from './seed-worker.ts'

export interface Range {
  from: number
  to: number
  stopAtFailure?: boolean
}

export interface Found {
  /** By seed. */
  findings: Finding[]
  tally: Tally
}

/** A seed that takes longer than this is in a loop that no virtual clock ends. */
const PATIENCE = 60_000

/** A seed makes much garbage; with room for it, little of it is ever copied. */
const YOUNG = 64

export async function tryMany(bundle: string, { from, to, stopAtFailure = false }: Range): Promise<Found> {
  const threads = Math.max(1, Math.min(availableParallelism(), to - from, 8))
  const findings: Finding[] = []
  const tallies: Tally[] = []
  const workers: Worker[] = []
  const ends = Array.from({ length: threads }, (_, index) => {
    const current = new SharedArrayBuffer(4)
    const task: Task = { from: from + index, to, stride: threads, stopAtFailure, current }
    return new Promise<void>((resolve, reject) => {
      const worker = new Worker(bundle, { workerData: task, resourceLimits: { maxYoungGenerationSizeMb: YOUNG } })
      workers.push(worker)
      const stopWatching = watch(worker, new Int32Array(current), findings)
      worker.on('message', (report: Report) => {
        if ('done' in report) return tallies.push(report.done)
        findings.push(report.failing)
        if (stopAtFailure) for (const other of workers) void other.terminate()
      })
      worker.on('error', reject)
      worker.on('exit', () => {
        stopWatching()
        resolve()
      })
    })
  })
  await Promise.all(ends)
  return { findings: findings.sort((a, b) => a.seed - b.seed), tally: tallies.reduce(add, empty()) }
}

/** Ends a thread whose seed does not end. */
function watch(worker: Worker, current: Int32Array, findings: Finding[]): () => void {
  let last = current[0]
  const timer = setInterval(() => {
    const seed = Atomics.load(current, 0)
    if (seed === last) {
      findings.push({ seed, broken: [`did not end within ${PATIENCE} ms of real time`], trace: [] })
      void worker.terminate()
    }
    last = seed
  }, PATIENCE)
  return () => clearInterval(timer)
}

function empty(): Tally {
  return { seeds: 0, calls: 0, requests: 0, struck: new Map(), outcomes: new Map() }
}

function add(a: Tally, b: Tally): Tally {
  return {
    seeds: a.seeds + b.seeds,
    calls: a.calls + b.calls,
    requests: a.requests + b.requests,
    struck: addCounts(a.struck, b.struck),
    outcomes: addCounts(a.outcomes, b.outcomes),
  }
}

function addCounts(a: Map<string, number>, b: Map<string, number>): Map<string, number> {
  const sum = new Map(a)
  for (const [name, count] of b) sum.set(name, (sum.get(name) ?? 0) + count)
  return sum
}
