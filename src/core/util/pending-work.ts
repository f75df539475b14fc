/** Work that no caller waits for, such as writing to a cache, but that a client finishes before it is closed. */
import { delay } from './delay.ts'
import type { Environment } from './environment.ts'

export interface PendingWork {
  /** `work` never rejects. */
  add(work: Promise<unknown>): void
  /** Resolves when all of it has ended, or after `maxMs`. */
  settled(maxMs: number): Promise<void>
}

export function createPendingWork(environment: Environment): PendingWork {
  const pending = new Set<Promise<unknown>>()
  return {
    add(work) {
      pending.add(work)
      void work.then(() => pending.delete(work))
    },
    async settled(maxMs) {
      if (pending.size) await delay(environment, maxMs, { race: (passed) => Promise.race([passed, allEnded()]) })
    },
  }

  /** Writing may cause more of it. */
  async function allEnded(): Promise<void> {
    while (pending.size) await Promise.all(pending)
  }
}
