/** Shares one running refresh among all requests that need a new token. */
import { createDeadline } from '../../core/util/deadline.ts'
import type { Environment } from '../../core/util/environment.ts'
import { createSingleFlight } from '../../core/util/single-flight.ts'
import { AuthError } from '../errors.ts'

/** More than all requests of one refresh can take. */
const MAX_WAIT = 60_000

/** Joins the running refresh or starts one. It goes on when the `signal` of one caller aborts. */
export type SharedRefresh<T> = (run: () => Promise<T>, signal: AbortSignal) => Promise<T>

export function createSharedRefresh<T>(environment: Environment): SharedRefresh<T> {
  let refreshOnce = createSingleFlight<T>()

  return async (run, signal) => {
    const joined = refreshOnce
    const deadline = createDeadline(environment, { what: 'The refresh', total: MAX_WAIT, signals: [signal] })
    try {
      return await deadline.race(joined.run(run))
    } catch (cause) {
      signal.throwIfAborted()
      if (!deadline.passed) throw cause
      // On Workers, a promise of a request that has ended never settles. The next caller must not join it.
      if (refreshOnce === joined) refreshOnce = createSingleFlight<T>()
      throw new AuthError('The renewal of a token does not end', { reason: 'temporarily-unavailable', retryable: true })
    } finally {
      deadline.stop()
    }
  }
}
