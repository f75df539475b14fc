/** Invariants of connecting and closing, for every run. */
import { type Exchange, MAX_REQUESTS } from './network/exchange.ts'

/** Milliseconds: longer than the default of `connectTimeout`. */
const CONNECT_LIMIT = 30_000

/** Milliseconds: DELETE has two seconds, and before it drains may be given a moment to end. */
const CLOSE_LIMIT = 2_010

export interface ConnectEvidence {
  connectError: unknown
  startedAt: number
  connectedAt: number
  disturbances: string[]
}

export function* judgeConnecting(evidence: ConnectEvidence): Iterable<string> {
  const { connectError, startedAt, connectedAt, disturbances } = evidence
  if (connectedAt - startedAt > CONNECT_LIMIT) yield `connect() took ${connectedAt - startedAt} ms`
  if (connectError && disturbances.length === 0) yield `connect() failed although nothing disturbed it: ${connectError}`
}

export interface CloseEvidence {
  exchanges: Exchange[]
  /** Timers of the client when `close()` had resolved. */
  timersLeft: number
  /** Abort listeners on the signal that most operations share. */
  signalListeners: number
  /** How many milliseconds `close()` took. */
  closeTook: number
}

/** Nothing is left after `close()`. `more`: milliseconds that it may take besides. */
export function* judgeClosing(
  { exchanges, timersLeft, signalListeners, closeTook }: CloseEvidence,
  more = 0,
): Iterable<string> {
  if (timersLeft > 0) yield `${timersLeft} timers were left after close()`
  if (signalListeners > 1) yield `${signalListeners} listeners were on a signal that many calls share`
  if (closeTook > CLOSE_LIMIT + more) yield `close() took ${closeTook} ms`
  if (exchanges.length > MAX_REQUESTS) yield `${exchanges.length} requests were sent`
  for (const { number, state, abortedAt, phase } of exchanges) {
    // A network that ignores the signal keeps the request pending: aborting it is all that a client can do.
    if (state === 'pending' && abortedAt === undefined) {
      yield `request ${number} (${phase}) was left pending after close()`
    }
    if (state === 'open') yield `the body of request ${number} (${phase}) was left open after close()`
  }
}
