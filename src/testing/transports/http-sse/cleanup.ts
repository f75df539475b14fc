/** A cleanup that can neither throw nor hang. */
import type { Clock } from '../../features/request-context.ts'

/** `abandoned`: it did not end in time and nobody waits for it any more. */
export type Cleanup = 'done' | 'failed' | 'abandoned'

/** Runs the task and waits for it, but no longer than the limit (0 is none). */
export async function cleanUp(task: () => unknown, clock: Clock, limit: number): Promise<Cleanup> {
  const settled = new AbortController()
  const outcomes: Promise<Cleanup>[] = [attempt(task)]
  if (limit > 0) outcomes.push(clock.wait(limit, settled.signal).then(() => 'abandoned'))
  try {
    return await Promise.race(outcomes)
  } finally {
    settled.abort()
  }
}

async function attempt(task: () => unknown): Promise<Cleanup> {
  try {
    await task()
    return 'done'
  } catch {
    return 'failed'
  }
}
