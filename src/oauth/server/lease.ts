/** Locks that expire: a holder may never release one, since a Worker ends with its request. */
import { createEmitter } from '../../core/util/emitter.ts'
import type { Environment } from '../../core/util/environment.ts'

/** Milliseconds until a lease expires if it is not extended. */
const LEASE_LIFETIME = 10_000
/** Milliseconds after which a holder extends its lease. */
export const EXTEND_INTERVAL = 3_000
/** Milliseconds that a caller waits: longer than the lifetime of an abandoned lease. */
const MAX_WAIT = 30_000

/** Leases are in storage, because the memory of an idle object is lost. */
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
  /** Resolves to false if the lease stayed taken for too long. */
  acquire(name: string, owner: string): Promise<boolean>
  /** Does nothing if the owner no longer holds the lease. */
  extend(name: string, owner: string): Promise<void>
  release(name: string, owner: string): Promise<void>
}

type AcquireAttempt = { outcome: 'acquired' } | { outcome: 'timeout' } | { outcome: 'wait'; change: Promise<void> }

export function createLeases(storage: LeaseStorage, environment: Environment): Leases {
  const queues = new Map<string, Promise<unknown>>()
  const released = createEmitter<[]>()
  return {
    async acquire(name, owner) {
      const end = environment.monotonic() + MAX_WAIT
      for (;;) {
        const attempt = await runInTurn(name, () => tryAcquire(name, owner, end))
        if (attempt.outcome !== 'wait') return attempt.outcome === 'acquired'
        await attempt.change
      }
    },
    extend: (name, owner) => ifHeld(name, owner, () => write(name, owner)),
    async release(name, owner) {
      await ifHeld(name, owner, () => storage.delete(leaseKey(name)))
      released.publish()
    },
  }

  /** `change` is created here, inside the turn, so that a release right after it is not missed. */
  async function tryAcquire(name: string, owner: string, end: number): Promise<AcquireAttempt> {
    const lease = await read(name)
    const leaseLeft = lease ? lease.until - environment.now() : 0
    // More than its lifetime is left if the clock was set back; the lease counts as expired then.
    if (leaseLeft <= 0 || leaseLeft > LEASE_LIFETIME) {
      await write(name, owner)
      return { outcome: 'acquired' }
    }
    const waitLeft = end - environment.monotonic()
    if (waitLeft <= 0) return { outcome: 'timeout' }
    return { outcome: 'wait', change: releasedWithin(Math.min(leaseLeft, waitLeft)) }
  }

  function ifHeld(name: string, owner: string, run: () => Promise<unknown>): Promise<void> {
    return runInTurn(name, async () => {
      if ((await read(name))?.owner === owner) await run()
    })
  }

  function write(name: string, owner: string): Promise<void> {
    return storage.put(leaseKey(name), { owner, until: environment.now() + LEASE_LIFETIME } satisfies Lease)
  }

  async function read(name: string): Promise<Lease | undefined> {
    return (await storage.get(leaseKey(name))) as Lease | undefined
  }

  /** One at a time per lease, so that nothing changes between reading and writing. */
  function runInTurn<T>(name: string, run: () => Promise<T>): Promise<T> {
    const turn = (queues.get(name) ?? Promise.resolve()).then(run, run)
    queues.set(name, turn)
    return turn
  }

  /** Resolves when any lease is released, or after this time. */
  function releasedWithin(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const stopTimer = environment.setTimer(end, milliseconds)
      const unsubscribe = released.subscribe(end)

      function end(): void {
        stopTimer()
        unsubscribe()
        resolve()
      }
    })
  }
}

const leaseKey = (name: string): string => `lease ${name}`
