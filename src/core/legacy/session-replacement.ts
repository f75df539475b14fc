/** Replaces a lost session: one new handshake for all calls that miss the session, with growing delays between attempts. */
import type { TransportKind } from '../../types/lifecycle.ts'
import { type CallScope, withScope } from '../call-scope.ts'
import type { Connection, ConnectionState } from '../connection-state.ts'
import type { ClientContext } from '../context.ts'
import { type McpError, toSessionLost } from '../errors.ts'
import { connectLimits } from '../resolve-options.ts'
import { backoff } from '../util/backoff.ts'
import { delay } from '../util/delay.ts'
import { createEmitter, type Emitter } from '../util/emitter.ts'
import { createSingleFlight, type SingleFlight } from '../util/single-flight.ts'
import { openSession } from './handshake.ts'
import type { Session } from './transport.ts'

/** Codes of the errors that connecting itself throws. Others come from a wrapping fetch. */
const CONNECT_CODES = ['http', 'rpc', 'connection', 'invalid-message', 'not-mcp-endpoint', 'timeout', 'version']

/** Another session is used, the calls of the lost one can go on in it, or the status has changed. */
export type SessionChange = 'opened' | 'replaced' | 'status'

/** A class, since every legacy client has one: functions of its own would take more memory. */
export class CurrentSession {
  /** Attempts in a row to open a session since the last one over which a message arrived. */
  unconfirmed = 0
  /** The server said that it has lost the session, and there is no other yet. */
  isLost = false
  /** A check whether the stream of HTTP+SSE still works, for which calls wait. */
  check: Promise<void> | undefined
  /** The replacement under way, if any. */
  readonly replacement: SingleFlight<void> = createSingleFlight()
  /** `failed`: the session was lost and could not be replaced. */
  status: 'connected' | 'reconnecting' | 'failed' = 'connected'
  /** Why the session is replaced, or could not be. */
  lastError: unknown
  readonly changes: Emitter<[change: SessionChange]> = createEmitter()
  session: Session
  readonly #context: ClientContext
  readonly #state: ConnectionState
  readonly #kind: TransportKind
  #lastOpened: number
  #disposed = false
  /** The session that was replaced last, or is being replaced. */
  #replaced: Session | undefined

  constructor(context: ClientContext, state: ConnectionState, kind: TransportKind, first: Session) {
    this.#context = context
    this.#state = state
    this.#kind = kind
    this.#lastOpened = context.environment.monotonic()
    this.session = first
    this.#useSession(first)
  }

  /** A message has arrived over the session, so it works. */
  confirm(): void {
    // While a session is replaced, messages still arrive over the old one.
    if (!this.replacement.current) this.unconfirmed = 0
  }

  /** A stream of the session was opened, so it works although it could not be replaced. */
  revive(): void {
    if (this.status !== 'failed' || this.isLost) return
    this.unconfirmed = 0
    this.#setStatus('connected')
  }

  /** Whether it still replaces sessions. */
  get isDisposed(): boolean {
    return this.#disposed
  }

  /** Stops replacing: another era is in use, or the client is closed. */
  dispose(): void {
    this.#disposed = true
  }

  /** What a request waits for before it is sent under the current session; undefined if that is ready. */
  ready(scope: CallScope): Promise<void> | undefined {
    const check = scope.call && this.check
    const isReady = !check && !this.replacement.current && this.status !== 'failed'
    return isReady ? undefined : this.#wait(scope, check)
  }

  async #wait(scope: CallScope, check: Promise<void> | 0 | undefined): Promise<void> {
    if (check) await scope.race(check)
    if (this.replacement.current) await scope.race(this.replacement.current)
    if (this.status === 'failed') await scope.race(this.replace(this.session, this.lastError))
  }

  /** The server refused a request because it has lost this session. */
  async replaceLost(lost: Session, error: unknown, scope: CallScope): Promise<void> {
    if (lost === this.session) this.isLost = true
    void this.replace(lost, error).catch(() => {})
    await this.ready(scope)
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
    const hadGivenUp = this.status === 'failed'
    if (!maxAttempts || (this.unconfirmed >= maxAttempts && !hadGivenUp)) throw this.#toFinalError(reason)
    this.lastError = reason
    this.#setStatus('reconnecting', { lastError: reason })
    for (let cause = reason; ; ) {
      await this.#pause(cause, hadGivenUp)
      if (this.#disposed) throw toSessionLost(cause)
      this.unconfirmed++
      this.#lastOpened = environment.monotonic()
      const limits = connectLimits(settings, 'reconnecting', closing)
      try {
        const { session: old, isLost } = this
        const next = await withScope(environment, limits, (scope) => openSession(this.#context, this.#kind, scope))
        if (closing.aborted || this.#disposed) {
          void next.transport.close(false, closing)
          throw toSessionLost(cause)
        }
        this.#useSession(next)
        this.changes.publish('replaced')
        // Closed last, so that refusals under the old session can still arrive: those requests are sent again.
        // The calls of a stream that only seemed to be dead may still be answered on it.
        if (isLost || !old.transport.leave) void old.transport.close(true)
        else old.transport.leave()
        emit?.({ type: 'session-replaced' })
        this.#setStatus('connected', { protocolVersion: this.session.server.protocolVersion })
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
    // What a wrapping fetch throws may be anything, also what cannot become a text.
    const text = cause instanceof Error ? `${cause}` : 'not an error'
    emit?.({ type: 'reconnect', target: 'session', attempt: this.unconfirmed + 1, delay: wait, reason: text })
    if (!wait) return
    const limits = { what: 'reconnecting', signals: [closing] }
    await withScope(environment, limits, (deadline) => delay(environment, wait, deadline))
  }

  /** The public state follows. Its listeners may call methods of the client at once. */
  #setStatus(status: CurrentSession['status'], change?: Partial<Connection>): void {
    this.status = status
    this.#state.update({ status, ...change })
    this.changes.publish('status')
  }

  #useSession(next: Session): void {
    this.session = next
    this.isLost = false
    this.changes.publish('opened')
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
    this.lastError = error
    if (this.status !== 'failed') this.#setStatus('failed', { lastError: error })
    // Nothing more is sent under this session, not even to check its stream.
    this.session.transport.leave?.()
    this.#context.refusals.publish(final)
    return final
  }
}

/**
 * A session that could not be replaced is tried again, ever more rarely, as long as somebody listens. The returned
 * function looks whether it is needed now. Ends with the client, and when `isListening` returns false.
 */
export function retryWhileListening(
  { environment, settings, closing }: ClientContext,
  sessions: CurrentSession,
  isListening: () => boolean,
): () => void {
  const { maxAttempts, initialDelay, growFactor, maxDelay } = settings.sessionReconnect
  let retries = 0
  let stop: (() => void) | undefined
  return check

  function check(): void {
    const { status, isDisposed } = sessions
    if (status === 'connected') retries = 0
    const isNeeded = maxAttempts > 0 && status === 'failed' && !isDisposed && !closing.aborted && isListening()
    if (!isNeeded) end()
    else if (!stop) {
      // The attempts that have failed already took a while.
      const delay = backoff(maxAttempts + retries++, initialDelay, growFactor, maxDelay)
      const stopTimer = environment.setTimer(retry, delay, true)
      const stopWatching = environment.watchPage?.(retry)
      stop = () => {
        stopTimer()
        stopWatching?.()
      }
    }
  }

  function retry(): void {
    end()
    sessions.replace(sessions.session, sessions.lastError).catch(() => {})
  }

  function end(): void {
    stop?.()
    stop = undefined
  }
}
