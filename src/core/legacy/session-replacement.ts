/** Replaces a lost session: one new handshake for all calls that miss the session, with growing delays between attempts. */
import type { TransportKind } from '../../types/lifecycle.ts'
import type { ConnectionState } from '../connection-state.ts'
import type { ClientContext } from '../context.ts'
import { type McpError, SessionLostError } from '../errors.ts'
import { backoff } from '../util/backoff.ts'
import { type Deadline, withDeadline } from '../util/deadline.ts'
import { delay } from '../util/delay.ts'
import { createSingleFlight } from '../util/single-flight.ts'
import { openSession } from './handshake.ts'
import type { Session } from './transport.ts'

/** Codes of the errors that connecting itself throws. Others come from a wrapping fetch. */
const CONNECT_CODES = ['http', 'rpc', 'connection', 'invalid-message', 'not-mcp-endpoint', 'timeout', 'version']

export interface CurrentSession {
  readonly session: Session
  readonly isReplacing: boolean
  /** The server said that it has lost the session, and there is no other yet. */
  readonly isLost: boolean
  /** Sends something under the current session, and once more under the next one if the server has lost it. */
  use<T>(send: (session: Session) => Promise<T>, deadline: Deadline): Promise<T>
  /** Replaces this session, unless that has been done already. */
  replace(lost: Session, reason: unknown): Promise<void>
  /** False for a session that replaced a lost one, until a message has arrived over it. */
  readonly isConfirmed: boolean
  /** A message has arrived over the session, so it works. */
  confirm(): void
  /** Stops replacing: another era is in use, or the client is closed. */
  dispose(): void
}

export interface SessionEvents {
  /** Called with every session, the first one too. */
  onSession(session: Session): void
  /** Called after a session was replaced. */
  onReplaced(): void
}

export function createCurrentSession(
  context: ClientContext,
  state: ConnectionState,
  kind: TransportKind,
  first: Session,
  { onSession, onReplaced }: SessionEvents,
): CurrentSession {
  /** After giving up, a session is reopened on demand, at most once in this many milliseconds. */
  const minInterval = 1_000
  const { environment, settings, emit, closing } = context
  const { maxAttempts, initialDelay, growFactor, maxDelay } = settings.sessionReconnect
  const replacement = createSingleFlight<void>()
  let session = first
  /** Attempts in a row to open a session since the last confirmed one. */
  let unconfirmed = 0
  let lastOpened = environment.monotonic()
  let disposed = false
  /** The session that was replaced last, or is being replaced. */
  let replaced: Session | undefined
  let isLost = false
  useSession(first)
  return {
    get session() {
      return session
    },
    get isReplacing() {
      return !!replacement.current
    },
    get isLost() {
      return isLost
    },
    use,
    replace,
    get isConfirmed() {
      return !unconfirmed
    },
    confirm() {
      // While a session is replaced, messages still arrive over the old one.
      if (!replacement.current) unconfirmed = 0
    },
    dispose() {
      disposed = true
    },
  }

  async function use<T>(send: (session: Session) => Promise<T>, deadline: Deadline): Promise<T> {
    for (let wasLost = false; ; ) {
      if (replacement.current) await deadline.race(replacement.current)
      if (state.view.status === 'failed') await deadline.race(replace(session, state.view.lastError))
      const current = session
      try {
        return await send(current)
      } catch (error) {
        if (!current.transport.isSessionLost(error)) throw error
        if (current === session) isLost = true
        if (wasLost) throw toSessionLost(error)
        wasLost = true
        deadline.setSent(false)
        void replace(current, error).catch(() => {})
      }
    }
  }

  function replace(lost: Session, reason: unknown): Promise<void> {
    if (lost !== session) return replacement.current ?? Promise.resolve()
    if (disposed) return Promise.reject(toSessionLost(reason))
    replaced = lost
    isLost ||= lost.transport.isSessionLost(reason)
    return replacement.run(() => openNext(reason))
  }

  async function openNext(reason: unknown): Promise<void> {
    // After giving up, each call that needs the session makes one more attempt.
    const hadGivenUp = state.view.status === 'failed'
    if (!maxAttempts || (unconfirmed >= maxAttempts && !hadGivenUp)) throw toFinalError(reason)
    state.update({ status: 'reconnecting', lastError: reason })
    for (let cause = reason; ; ) {
      await pause(cause, hadGivenUp)
      if (disposed) throw toSessionLost(cause)
      unconfirmed++
      lastOpened = environment.monotonic()
      const limit = 'connectTimeout'
      const limits = { what: 'reconnecting', total: settings[limit], limit, signals: [closing] } as const
      try {
        const old = session
        const next = await withDeadline(environment, limits, (deadline) => openSession(context, kind, deadline))
        if (closing.aborted || disposed) {
          void next.transport.close(false, closing)
          throw toSessionLost(cause)
        }
        useSession(next)
        onReplaced()
        // Closed last, so that refusals under the old session can still arrive: those requests are sent again.
        void old.transport.close(true)
        emit?.({ type: 'session-replaced' })
        state.update({ status: 'connected', protocolVersion: session.server.protocolVersion })
        return
      } catch (error) {
        if (closing.aborted) throw closing.reason
        if (disposed) throw error
        cause = error
        lastOpened = environment.monotonic()
        if (hadGivenUp || unconfirmed >= maxAttempts || !(error as McpError | null)?.retryable) {
          throw toFinalError(error)
        }
      }
    }
  }

  /** A lost session is replaced at once; after a dropped connection or a failed attempt the delay grows. */
  async function pause(cause: unknown, hadGivenUp: boolean): Promise<void> {
    const { retry, ended } = session.transport
    const retries = unconfirmed - (ended ? 0 : 1)
    const jitter = () => 0.8 + 0.4 * environment.random()
    const own = retries < 0 ? 0 : backoff(retries, initialDelay, growFactor, maxDelay) * jitter()
    const planned = retry !== undefined && retries === 0 ? retry : Math.max(own, retry ?? 0)
    const wait = hadGivenUp ? Math.max(lastOpened + minInterval - environment.monotonic(), 0) : planned
    emit?.({ type: 'reconnect', target: 'session', attempt: unconfirmed + 1, delay: wait, reason: `${cause}` })
    if (!wait) return
    const limits = { what: 'reconnecting', signals: [closing] }
    await withDeadline(environment, limits, (deadline) => delay(environment, wait, deadline))
  }

  function useSession(next: Session): void {
    session = next
    isLost = false
    onSession(next)
    // A connection that ends by itself is replaced at once, so that the server can reach the client.
    void next.transport.ended?.then(async (reason) => {
      // It may have ended while the replacement that opened it was still running.
      await replacement.current?.catch(() => {})
      // The end of a session that is known to be lost says nothing new.
      if (!closing.aborted && next !== replaced) replace(next, reason).catch(() => {})
    })
  }

  function toFinalError(error: unknown): unknown {
    // Errors of a wrapping fetch, such as that a person must sign in, pass unchanged.
    const final = CONNECT_CODES.includes(`${(error as McpError | null)?.code}`) ? toSessionLost(error) : error
    if (disposed) return final
    if (state.view.status !== 'failed') state.update({ status: 'failed', lastError: error })
    context.doubtEra(final)
    return final
  }
}

function toSessionLost(cause: unknown): SessionLostError {
  const { message } = (cause ?? {}) as { message?: string }
  const text = `The session was lost and could not be replaced${message ? `: ${message}` : ''}`
  return new SessionLostError(text, { delivery: 'not-executed', retryable: true, cause })
}
