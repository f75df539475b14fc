/** A worker thread that runs every nth seed of a range and reports the seeds that fail. */
import { parentPort, workerData } from 'node:worker_threads'
import { kindOf, type RunKind, runSeed } from './run-seed.ts'
import { count, createTally, type Tally, violationKind } from './tally.ts'

export interface WorkerTask {
  from: number
  /** The end of the range, which is not part of it. */
  to: number
  stride: number
  /** Skips all other seeds. */
  kind: RunKind | undefined
  /** Ends at the first seed with a violation that contains this text; other failing seeds are only counted. */
  finding: string | undefined
  /** Holds the number of the current seed, for the case that it never ends. */
  current: SharedArrayBuffer
}

export interface FailedSeed {
  seed: number
  violations: string[]
  trace: string[]
}

export type WorkerReport = { failed: FailedSeed } | { done: Tally }

const { from, to, stride, kind, finding, current } = workerData as WorkerTask
const currentSeed = new Int32Array(current)
const tally = createTally()
for (let seed = from; seed < to; seed += stride) {
  if (kind && kindOf(seed) !== kind) continue
  currentSeed[0] = seed
  const { violations, disturbances, outcomes, calls, requests, trace } = await runSeed(seed)
  tally.seeds++
  tally.calls += calls
  tally.requests += requests
  count(tally.disturbances, disturbances)
  count(tally.outcomes, outcomes)
  count(tally.violations, violations.map(violationKind))
  if (violations.length === 0) continue
  const isFound = finding !== undefined && violations.some((sentence) => sentence.includes(finding))
  if (finding === undefined || isFound) report({ failed: { seed, violations, trace: trace() } })
  if (isFound) break
}
report({ done: tally })

function report(report: WorkerReport): void {
  parentPort?.postMessage(report)
}
