/** Many who want the same at once: one does it, and all get what came of it. */
import type { Environment } from '../../core/util/environment.ts'
import { AuthError } from '../errors.ts'
import { createPatience } from '../http/patience.ts'

/** More than all the requests of a renewal may take. */
const MOST_TIME = 60_000

/** What is shared goes on when somebody who waits for it gives up. */
export type SingleFlight<T> = (run: () => Promise<T>, signal: AbortSignal) => Promise<T>

export function createSingleFlight<T>(environment: Environment): SingleFlight<T> {
  let flight: Promise<T> | undefined

  return async (run, signal) => {
    flight ??= start(run)
    const mine = flight
    // On Workers, what belongs to a request that has ended never settles; whoever waits must not hang with it.
    const patience = createPatience(environment, MOST_TIME, signal)
    try {
      return await patience.race(mine)
    } catch (cause) {
      signal.throwIfAborted()
      if (!patience.signal.aborted) throw cause
      if (flight === mine) flight = undefined
      throw new AuthError('The renewal of a token does not end', { reason: 'temporarily_unavailable', retryable: true })
    } finally {
      patience.stop()
    }
  }

  function start(run: () => Promise<T>): Promise<T> {
    const result = run().finally(() => {
      if (flight === result) flight = undefined
    })
    // Everybody who waits may have given up by then.
    result.catch(() => {})
    return result
  }
}
