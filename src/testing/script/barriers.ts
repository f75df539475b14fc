/** Named barriers at which steps of a script wait until the test releases them. */
import { createDeferred, type Deferred } from '../util/deferred.ts'

export interface Barriers {
  /** A step arrives here; resolves when the barrier is open. */
  arrive(name: string): Promise<void>
  /** Resolves when a step has arrived. */
  reached(name: string): Promise<void>
  /** Opens the barrier, for good. */
  release(name: string): void
  /** Releases all waiting steps and forgets all barriers. */
  clear(): void
}

interface Barrier {
  reached: Deferred<void>
  released: Deferred<void>
}

export function createBarriers(): Barriers {
  const barriers = new Map<string, Barrier>()

  return {
    arrive(name) {
      const barrier = getOrCreate(name)
      barrier.reached.resolve()
      return barrier.released.promise
    },
    reached: (name) => getOrCreate(name).reached.promise,
    release: (name) => getOrCreate(name).released.resolve(),
    clear() {
      for (const barrier of barriers.values()) {
        barrier.reached.resolve()
        barrier.released.resolve()
      }
      barriers.clear()
    },
  }

  function getOrCreate(name: string): Barrier {
    const barrier = barriers.get(name) ?? { reached: createDeferred(), released: createDeferred() }
    barriers.set(name, barrier)
    return barrier
  }
}
