/** Runs a cleanup so that it can neither throw nor hang. */
import type { Clock } from '../../clock/clock.ts'

/** `abandoned`: it did not end in time. */
export type Cleanup = 'done' | 'failed' | 'abandoned'

/** Runs the task and waits for it, at most for the limit in milliseconds (0 is none). */
export async function cleanUp(task: () => unknown, clock: Clock, limit: number): Promise<Cleanup> {
  const settled = new AbortController()
  const outcomes: Promise<Cleanup>[] = [runTask(task)]
  if (limit > 0) outcomes.push(clock.wait(limit, settled.signal).then(() => 'abandoned'))
  try {
    return await Promise.race(outcomes)
  } finally {
    settled.abort()
  }
}

async function runTask(task: () => unknown): Promise<Cleanup> {
  try {
    await task()
    return 'done'
  } catch {
    return 'failed'
  }
}
