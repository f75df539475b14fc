/** Keeps authorization in a Durable Object, which all Workers of a person share. */

import { setTimer } from '../../core/util/environment.ts'
import { runSafely } from '../../core/util/run-safely.ts'
import { AuthError } from '../errors.ts'
import type { AuthStore } from '../types.ts'
import { beat } from './lease.ts'

/** What a Durable Object's stub has. */
export interface DurableStub {
  fetch(url: string, init: { method: string; body: string }): Promise<Response>
}

/** What the store asks of the object. An absent `expected` demands nothing. */
export type StoreRequest =
  | { operation: 'get'; key: string }
  | { operation: 'set'; key: string; value: unknown; expected?: unknown }
  | { operation: 'delete'; key: string; expected?: unknown }
  | { operation: 'lock' | 'extend' | 'unlock'; key: string; owner: string }

/** `env.AUTH.get(env.AUTH.idFromName(userId))` is a stub; its class is `AuthObject`. */
export function durableStore(stub: DurableStub): AuthStore {
  return {
    get: (key) => ask({ operation: 'get', key }),
    set: (key, value, expected) => ask({ operation: 'set', key, value, expected }) as Promise<boolean>,
    delete: (key, expected) => ask({ operation: 'delete', key, expected }) as Promise<boolean>,
    lock,
  }

  async function lock<T>(key: string, run: () => Promise<T>): Promise<T> {
    const owner = crypto.randomUUID()
    if (!(await ask({ operation: 'lock', key, owner }))) {
      const message = `The lock ${key} stayed taken for too long`
      throw new AuthError(message, { reason: 'temporarily_unavailable', retryable: true })
    }
    let stop = setTimer(extend, beat)
    try {
      return await run()
    } finally {
      stop()
      // What was done is done; a lock that stays ends by itself.
      await ask({ operation: 'unlock', key, owner }).catch(() => {})
    }

    /** Ends with the request that holds the lock, since timers do. */
    function extend(): void {
      runSafely(() => ask({ operation: 'extend', key, owner }))
      stop = setTimer(extend, beat)
    }
  }

  async function ask(request: StoreRequest): Promise<unknown> {
    // The address is never resolved: a stub goes to its object.
    const response = await stub.fetch('https://auth.object/', { method: 'POST', body: JSON.stringify(request) })
    const { result } = (await response.json()) as { result?: unknown }
    return result
  }
}
