/** Replaces a lost session: one new handshake for all calls that miss the session, with growing delays between attempts. */
import type { TransportKind } from '../../types/lifecycle.ts'
import type { ConnectionState } from '../connection-state.ts'
import type { ClientContext } from '../context.ts'
import { type McpError, SessionLostError } from '../errors.ts'
import { connectLimits } from '../resolve-options.ts'
import { backoff } from '../util/backoff.ts'
import { type Deadline, withDeadline } from '../util/deadline.ts'
import { delay } from '../util/delay.ts'
import { createSingleFlight, type SingleFlight } from '../util/single-flight.ts'
import { openSession } from './handshake.ts'
import type { Session } from './transport.ts'

/** Codes of the errors that connecting itself throws. Others come from a wrapping fetch. */
const CONNECT_CODES = ['http', 'rpc', 'connection', 'invalid-message', 'not-mcp-endpoint', 'timeout', 'version']

export interface SessionEvents {
  /** Called with every session, the first one too. */
  onSession(session: Session): void
  /** Called after a session was replaced. */
  onReplaced(): void
}

/** A class, since every legacy client has one: functions of its own would take more memory. */
export class CurrentSession {
  /** Attempts in a row to open a session since the last one over which a message arrived. */
  unconfirmed = 0
  /** The server said that it has lost the session, and there is no other yet. */
  isLost = false
  /** The replacement under way, if any. */
  readonly replacement: SingleFlight<void> = createSingleFlight()
  session: Session
  readonly #context: ClientContext
  readonly #state: ConnectionState
  readonly #kind: TransportKind
  readonly #events: SessionEvents
  #lastOpened: number
  #disposed = false
  /** The session that was replaced last, or is being replaced. */
  #replaced: Session | undefined

  constructor(
    context: ClientContext,
    state: ConnectionState,
    kind: TransportKind,
    first: Session,
    events: SessionEvents,
  ) {
    this.#context = context
    this.#state = state
    this.#kind = kind
    this.#events = events
    this.#lastOpened = context.environment.monotonic()
    this.session = first
    this.#useSession(first)
  }

  /** A message has arrived over the session, so it works. */
  confirm(): void {
    // While a session is replaced, messages still arrive over the old one.
    if (!this.replacement.current) this.unconfirmed = 0
  }

  /** Stops replacing: another era is in use, or the client is closed. */
  dispose(): void {
    this.#disposed = true
  }

  /** Sends something under the current session, and once more under the next one if the server has lost it. */
  use<T>(send: (session: Session) => Promise<T>, deadline: Deadline, wasLost = false): Promise<T> {
    // Not an async function, since every level of those costs each call several microtasks and 500 bytes.
    const isReady = !this.replacement.current && this.#state.view.status !== 'failed'
    const sendNow = () => this.#sendUnder(this.session, send, deadline, wasLost)
    return isReady ? sendNow() : this.#wait(deadline).then(sendNow)
  }

  async #wait(deadline: Deadline): Promise<void> {
    if (this.replacement.current) await deadline.race(this.replacement.current)
    const { status, lastError } = this.#state.view
    if (status === 'failed') await deadline.race(this.replace(this.session, lastError))
  }

  #sendUnder<T>(
    current: Session,
    send: (session: Session) => Promise<T>,
    deadline: Deadline,
    wasLost: boolean,
  ): Promise<T> {
    return send(current).catch((error) => {
      if (!current.transport.isSessionLost(error)) throw error
      if (current === this.session) this.isLost = true
      if (wasLost) throw toSessionLost(error)
      deadline.setSent(false)
      void this.replace(current, error).catch(() => {})
      return this.use(send, deadline, true)
    })
  }

  /** Replaces this session, unless that has been done already. */
  replace(lost: Session, reason: unknown): Promise<void> {
    if (lost !== this.session) return this.replacement.current ?? Promise.resolve()
    if (this.#disposed) return Promise.reject(toSessionLost(reason))
    this.#replaced = lost
    this.isLost ||= lost.transport.isSessionLost(reason)
    return this.replacement.run(() => this.#openNext(reason))
  }

  async #openNext(reason: unknown): Promise<void> {
    const { environment, settings, emit, closing } = this.#context
    const { maxAttempts } = settings.sessionReconnect
    // After giving up, each call that needs the session makes one more attempt.
    const hadGivenUp = this.#state.view.status === 'failed'
    if (!maxAttempts || (this.unconfirmed >= maxAttempts && !hadGivenUp)) throw this.#toFinalError(reason)
    this.#state.update({ status: 'reconnecting', lastError: reason })
    for (let cause = reason; ; ) {
      await this.#pause(cause, hadGivenUp)
      if (this.#disposed) throw toSessionLost(cause)
      this.unconfirmed++
      this.#lastOpened = environment.monotonic()
      const limits = connectLimits(settings, 'reconnecting', closing)
      try {
        const old = this.session
        const next = await withDeadline(environment, limits, (deadline) =>
          openSession(this.#context, this.#kind, deadline),
        )
        if (closing.aborted || this.#disposed) {
          void next.transport.close(false, closing)
          throw toSessionLost(cause)
        }
        this.#useSession(next)
        this.#events.onReplaced()
        // Closed last, so that refusals under the old session can still arrive: those requests are sent again.
        void old.transport.close(true)
        emit?.({ type: 'session-replaced' })
        this.#state.update({ status: 'connected', protocolVersion: this.session.server.protocolVersion })
        return
      } catch (error) {
        if (closing.aborted) throw closing.reason
        if (this.#disposed) throw error
        cause = error
        this.#lastOpened = environment.monotonic()
        if (hadGivenUp || this.unconfirmed >= maxAttempts || !(error as McpError | null)?.retryable) {
          throw this.#toFinalError(error)
        }
      }
    }
  }

  /** A lost session is replaced at once; after a dropped connection or a failed attempt the delay grows. */
  async #pause(cause: unknown, hadGivenUp: boolean): Promise<void> {
    /** After giving up, a session is reopened on demand, at most once in this many milliseconds. */
    const minInterval = 1_000
    const { environment, settings, emit, closing } = this.#context
    const { initialDelay, growFactor, maxDelay } = settings.sessionReconnect
    const { retry, ended } = this.session.transport
    const retries = this.unconfirmed - (ended ? 0 : 1)
    const jitter = () => 0.8 + 0.4 * environment.random()
    const own = retries < 0 ? 0 : backoff(retries, initialDelay, growFactor, maxDelay) * jitter()
    const planned = retry !== undefined && retries === 0 ? retry : Math.max(own, retry ?? 0)
    const wait = hadGivenUp ? Math.max(this.#lastOpened + minInterval - environment.monotonic(), 0) : planned
    emit?.({ type: 'reconnect', target: 'session', attempt: this.unconfirmed + 1, delay: wait, reason: `${cause}` })
    if (!wait) return
    const limits = { what: 'reconnecting', signals: [closing] }
    await withDeadline(environment, limits, (deadline) => delay(environment, wait, deadline))
  }

  #useSession(next: Session): void {
    this.session = next
    this.isLost = false
    this.#events.onSession(next)
    // A connection that ends by itself is replaced at once, so that the server can reach the client.
    void next.transport.ended?.then(async (reason) => {
      // It may have ended while the replacement that opened it was still running.
      await this.replacement.current?.catch(() => {})
      // The end of a session that is known to be lost says nothing new.
      if (!this.#context.closing.aborted && next !== this.#replaced) this.replace(next, reason).catch(() => {})
    })
  }

  #toFinalError(error: unknown): unknown {
    // Errors of a wrapping fetch, such as that a person must sign in, pass unchanged.
    const final = CONNECT_CODES.includes(`${(error as McpError | null)?.code}`) ? toSessionLost(error) : error
    if (this.#disposed) return final
    if (this.#state.view.status !== 'failed') this.#state.update({ status: 'failed', lastError: error })
    this.#context.doubtEra(final)
    return final
  }
}

function toSessionLost(cause: unknown): SessionLostError {
  const { message } = (cause ?? {}) as { message?: string }
  const text = `The session was lost and could not be replaced${message ? `: ${message}` : ''}`
  return new SessionLostError(text, { delivery: 'not-executed', retryable: true, cause })
}
