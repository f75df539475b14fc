/** A store in a Durable Object, which all Workers that serve one user share. */
import { setTimer } from '../../core/util/environment.ts'
import { runSafely } from '../../core/util/run-safely.ts'
import { AuthError } from '../errors.ts'
import type { AuthStore } from '../types.ts'
import { EXTEND_INTERVAL } from './lease.ts'

/** The part of a Durable Object's stub that is used. */
export interface DurableStub {
  /** Sends a request to the object. */
  fetch(url: string, init: { method: string; body: string }): Promise<Response>
}

/** A request to the Durable Object. Without `expected` a write is unconditional. */
export type StoreRequest =
  | { operation: 'get'; key: string }
  | { operation: 'set'; key: string; value: unknown; expected?: unknown }
  | { operation: 'delete'; key: string; expected?: unknown }
  | { operation: 'lock' | 'extend' | 'unlock'; key: string; owner: string }

/** `env.AUTH.get(env.AUTH.idFromName(userId))` is a stub; its class is `AuthObject`. */
export function durableStore(stub: DurableStub): AuthStore {
  return {
    get: (key) => send({ operation: 'get', key }),
    set: (key, value, expected) => send({ operation: 'set', key, value, expected }) as Promise<boolean>,
    delete: (key, expected) => send({ operation: 'delete', key, expected }) as Promise<boolean>,
    lock,
  }

  async function lock<T>(key: string, run: () => Promise<T>): Promise<T> {
    const owner = crypto.randomUUID()
    if (!(await send({ operation: 'lock', key, owner }))) {
      // The key may contain the query of the endpoint.
      const message = 'The lock of the store stayed taken for too long'
      throw new AuthError(message, { reason: 'temporarily-unavailable', retryable: true })
    }
    let stopTimer = setTimer(extend, EXTEND_INTERVAL)
    try {
      return await run()
    } finally {
      stopTimer()
      // A failure here does not undo the work; the lease expires by itself.
      await send({ operation: 'unlock', key, owner }).catch(() => {})
    }

    /** Stops with the request that holds the lock, since its timers end with it. */
    function extend(): void {
      runSafely(() => send({ operation: 'extend', key, owner }))
      stopTimer = setTimer(extend, EXTEND_INTERVAL)
    }
  }

  async function send(request: StoreRequest): Promise<unknown> {
    // A stub ignores the host of the URL.
    const response = await stub.fetch('https://auth.object/', { method: 'POST', body: JSON.stringify(request) })
    const { result } = (await response.json()) as { result?: unknown }
    return result
  }
}
