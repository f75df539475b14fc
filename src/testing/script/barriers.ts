/** Places where steps of a script wait until the scenario lets them pass. */
import { createDeferred, type Deferred } from '../util/deferred.ts'

export interface Barriers {
  /** A step arrives here; resolves when the barrier is open. */
  arrive(name: string): Promise<void>
  /** Resolves when a step has arrived. */
  reached(name: string): Promise<void>
  /** Opens the barrier, for good. */
  release(name: string): void
  /** Lets everybody go and forgets who was there. */
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
      const barrier = barrierOf(name)
      barrier.reached.resolve()
      return barrier.released.promise
    },
    reached: (name) => barrierOf(name).reached.promise,
    release: (name) => barrierOf(name).released.resolve(),
    clear() {
      for (const barrier of barriers.values()) {
        barrier.reached.resolve()
        barrier.released.resolve()
      }
      barriers.clear()
    },
  }

  function barrierOf(name: string): Barrier {
    const barrier = barriers.get(name) ?? { reached: createDeferred(), released: createDeferred() }
    barriers.set(name, barrier)
    return barrier
  }
}
