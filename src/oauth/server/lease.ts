/** Locks that end by themselves: who holds one may be gone for ever, since a Worker ends with its request. */
import type { Environment } from '../../core/util/environment.ts'

/** Milliseconds, unless it is extended. */
const lifetime = 10_000
/** How often a holder extends it, in milliseconds. */
export const beat = 3_000
/** Milliseconds that somebody waits: longer than for one holder who is gone. */
const patience = 30_000

/** In storage, because an idle object is evicted. */
export interface LeaseStorage {
  get(key: string): Promise<unknown>
  put(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<unknown>
}

interface Lease {
  owner: string
  until: number
}

export interface Leases {
  /** False when it stayed taken for too long. */
  acquire(name: string, owner: string): Promise<boolean>
  /** For one who still holds it. */
  extend(name: string, owner: string): Promise<void>
  release(name: string, owner: string): Promise<void>
}

export function createLeases(storage: LeaseStorage, environment: Environment): Leases {
  const queues = new Map<string, Promise<unknown>>()
  const waiting = new Set<() => void>()
  return {
    async acquire(name, owner) {
      const end = environment.now() + patience
      for (;;) {
        const outcome = await inTurn(name, () => take(name, owner, end))
        if (typeof outcome === 'string') return outcome === 'taken'
        await outcome.change
      }
    },
    extend: (name, owner) => whileHeld(name, owner, () => write(name, owner)),
    async release(name, owner) {
      await whileHeld(name, owner, () => storage.delete(keyOf(name)))
      for (const wake of waiting) wake()
    },
  }

  /** If somebody else has it: what to wait for, from this very moment on. */
  async function take(name: string, owner: string, end: number): Promise<'taken' | 'late' | { change: Promise<void> }> {
    const lease = await read(name)
    const now = environment.now()
    if (!lease || lease.until <= now) {
      await write(name, owner)
      return 'taken'
    }
    return now >= end ? 'late' : { change: changed(Math.min(lease.until, end) - now) }
  }

  function whileHeld(name: string, owner: string, run: () => Promise<unknown>): Promise<void> {
    return inTurn(name, async () => {
      if ((await read(name))?.owner === owner) await run()
    })
  }

  function write(name: string, owner: string): Promise<void> {
    return storage.put(keyOf(name), { owner, until: environment.now() + lifetime } satisfies Lease)
  }

  async function read(name: string): Promise<Lease | undefined> {
    return (await storage.get(keyOf(name))) as Lease | undefined
  }

  /** Between reading and writing nobody else may do either. */
  function inTurn<T>(name: string, run: () => Promise<T>): Promise<T> {
    const turn = (queues.get(name) ?? Promise.resolve()).then(run, run)
    queues.set(name, turn)
    return turn
  }

  function changed(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = environment.setTimer(wake, milliseconds)
      waiting.add(wake)

      function wake(): void {
        stop()
        waiting.delete(wake)
        resolve()
      }
    })
  }
}

const keyOf = (name: string): string => `lease ${name}`
