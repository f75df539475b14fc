/** A worker thread that tries a range of inputs of every target and reports those that break a promise. */
import { parentPort, workerData } from 'node:worker_threads'
import type { FuzzTarget } from './target.ts'
import { type FailedInput, trySeed } from './try-input.ts'

export interface FuzzTask {
  from: number
  /** The end of the range, which is not part of it. */
  to: number
  /** Only targets whose name contains this. */
  words: string
  /** Index of the target and the seed that is being tried, for the case that it never ends. */
  current: SharedArrayBuffer
}

export type FuzzReport = { failed: FailedInput } | { target: string; inputs: number; milliseconds: number }

/** Failures of one target after which the rest of its inputs is left out. */
const MAX_FAILURES = 5

/** Called in the thread, with all targets. */
export async function runInThread(targets: readonly FuzzTarget[]): Promise<void> {
  const { from, to, words, current } = workerData as FuzzTask
  const position = new Int32Array(current)
  const report = (report: FuzzReport) => parentPort?.postMessage(report)
  for (const [index, target] of targets.entries()) {
    if (!target.name.includes(words)) continue
    const start = performance.now()
    let failures = 0
    let seed = from
    for (; seed < to && failures < MAX_FAILURES; seed++) {
      Atomics.store(position, 0, index)
      Atomics.store(position, 1, seed)
      const failed = await trySeed(target, seed)
      if (!failed) continue
      failures++
      report({ failed })
    }
    report({ target: target.name, inputs: seed - from, milliseconds: performance.now() - start })
  }
}
