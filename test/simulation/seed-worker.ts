/** A thread that tries every so-many-th seed, and tells what it found. */
import { parentPort, workerData } from 'node:worker_threads'
import { trySeed } from './run-seed.ts'

export interface Task {
  from: number
  /** Seeds up to here, without it. */
  to: number
  stride: number
  /** Whether the first seed that fails is enough. */
  stopAtFailure: boolean
  /** Holds the seed that is being tried, for the case that it never ends. */
  current: SharedArrayBuffer
}

export interface Finding {
  seed: number
  broken: string[]
  trace: string[]
}

export interface Tally {
  seeds: number
  calls: number
  requests: number
  struck: Map<string, number>
  outcomes: Map<string, number>
}

export type Report = { failing: Finding } | { done: Tally }

const { from, to, stride, stopAtFailure, current } = workerData as Task
const trying = new Int32Array(current)
const tally: Tally = { seeds: 0, calls: 0, requests: 0, struck: new Map(), outcomes: new Map() }
for (let seed = from; seed < to; seed += stride) {
  trying[0] = seed
  const { broken, struck, outcomes, calls, requests, trace } = await trySeed(seed)
  tally.seeds++
  tally.calls += calls
  tally.requests += requests
  count(tally.struck, struck)
  count(tally.outcomes, outcomes)
  if (broken.length === 0) continue
  report({ failing: { seed, broken, trace: trace() } })
  if (stopAtFailure) break
}
report({ done: tally })

function count(counts: Map<string, number>, names: string[]): void {
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
}

function report(report: Report): void {
  parentPort?.postMessage(report)
}
