/** A worker thread that runs every nth seed of a range and reports the seeds that fail. */
import { parentPort, workerData } from 'node:worker_threads'
import { kindOf, type RunKind, runNamedParts, runSeed, type SeedResult } from './run-seed.ts'
import { type ShrunkSeed, shrinkSeed } from './shrink-seed.ts'
import { count, createTally, type Tally, violationKind } from './tally.ts'

export interface WorkerTask {
  from: number
  /** The end of the range, which is not part of it. */
  to: number
  /** Runs only each nth seed, beginning with this one. */
  share: { index: number; of: number }
  /** Skips all other seeds. */
  kind: RunKind | undefined
  /** Ends at the first seed with a violation that contains this text; other failing seeds are only counted. */
  finding: string | undefined
  /** Runs only the parts of the plan with these names. */
  only: readonly string[] | undefined
  /** Holds the number of the current seed, for the case that it never ends. */
  current: SharedArrayBuffer
}

export interface FailedSeed {
  seed: number
  violations: string[]
  trace: string[]
  /** The same with fewer parts, for one seed of those that fail alike. */
  shrunk?: ShrunkSeed
}

export type WorkerReport = { failed: FailedSeed } | { shrunk: ShrunkSeed } | { done: Tally }

/** Kinds of violations of which one seed is made smaller, and the tries for each. */
const MAX_SHRUNK = 3
const SHRINK_TRIES = 500

// Most errors of a run are expected, and their stacks take a tenth of the time.
const { stackTraceLimit } = Error
Error.stackTraceLimit = 0

const { from, to, share, kind, finding, only, current } = workerData as WorkerTask
const currentSeed = new Uint32Array(current)
const shrunkKinds = new Set<string>()
const tally = createTally()
let left = share.index
for (let seed = from; seed < to; seed++) {
  if ((kind && kindOf(seed) !== kind) || left-- > 0) continue
  left = share.of - 1
  currentSeed[0] = seed
  const result = await runWithStack(seed)
  const { violations, disturbances, outcomes, calls, requests, trace } = result
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
  if (finding === undefined && !only) await shrink(result)
}
report({ done: tally })

/** A run that threw is repeated with stacks. */
async function runWithStack(seed: number): Promise<SeedResult> {
  const run = () => (only ? runNamedParts(seed, only) : runSeed(seed))
  const result = await run()
  if (!result.hasThrown) return result
  Error.stackTraceLimit = stackTraceLimit
  const again = await run()
  Error.stackTraceLimit = 0
  return again
}

async function shrink(result: SeedResult): Promise<void> {
  const kind = violationKind(result.violations[0]!)
  if (shrunkKinds.has(kind) || shrunkKinds.size === MAX_SHRUNK) return
  shrunkKinds.add(kind)
  const shrunk = await shrinkSeed(result, SHRINK_TRIES)
  if (shrunk) report({ shrunk })
}

function report(report: WorkerReport): void {
  parentPort?.postMessage(report)
}
