/** Keepalive: a cheap request whenever an idle session has been silent for an interval. */
import type { InitializeResult } from '../../types/lifecycle.ts'
import { LISTS } from '../change-notifications.ts'
import type { ConnectionState } from '../connection-state.ts'
import type { ClientContext } from '../context.ts'
import { METHOD_NOT_FOUND } from '../error-codes.ts'
import { ConnectionError, RpcError } from '../errors.ts'
import type { Channel } from '../rpc/channel.ts'
import { send } from '../rpc/send.ts'
import { watchSleep } from '../util/sleep.ts'
import type { CurrentSession } from './session-replacement.ts'

/** Undefined if nothing has to be kept alive. */
export function startKeepalive(
  context: ClientContext,
  channel: Channel,
  state: ConnectionState,
  sessions: CurrentSession,
): Keepalive | undefined {
  /** Milliseconds that the response may take by default. */
  const defaultTimeout = 30_000
  /** Servers and gateways drop what was silent for a minute. */
  const defaultInterval = 45_000
  /** Milliseconds without traffic: the least that the option may set, and the default. */
  const minInterval = 5_000
  const { settings, warn, closing } = context
  const { keepAlive } = settings
  const requested = keepAlive === false ? 0 : (keepAlive?.interval ?? defaultInterval)
  const { transport } = sessions.session
  // The stream of HTTP+SSE is checked after a timeout, also without keepalive.
  const isNeeded = requested ? transport.hasSession() : transport.lastReceived !== undefined
  if (!isNeeded || closing.aborted) return undefined
  const interval = requested && Math.max(requested, minInterval)
  if (interval > requested) warn(`keepAlive.interval: ${requested} is below the floor of ${minInterval}`, undefined)
  const { timeout = defaultTimeout } = keepAlive || {}
  const keepalive = new Keepalive(context, channel, state, sessions, interval, timeout)
  closing.addEventListener('abort', () => keepalive.stop())
  return keepalive
}

/** A class, since most legacy clients have one: functions of its own would take more memory. */
export class Keepalive {
  readonly #context: ClientContext
  readonly #channel: Channel
  readonly #state: ConnectionState
  readonly #sessions: CurrentSession
  readonly #interval: number
  readonly #timeout: number
  #supportsPing = true
  /** The session in which a ping was answered last. */
  #provenBy: unknown
  #server: InitializeResult
  #stopTimer = () => {}
  readonly #stopWatching: () => void
  #stopped = false

  constructor(
    context: ClientContext,
    channel: Channel,
    state: ConnectionState,
    sessions: CurrentSession,
    interval: number,
    timeout: number,
  ) {
    this.#context = context
    this.#channel = channel
    this.#state = state
    this.#sessions = sessions
    this.#interval = interval
    this.#timeout = timeout
    this.#server = sessions.session.server
    if (interval) this.#report()
    this.#setTimer(interval)
    // Soon after sleep and in a page that is back, since the connection may have died meanwhile.
    const { environment } = context
    const stopWatchingSleep = interval ? watchSleep(environment, () => this.#onTimer(true)) : undefined
    const stopWatchingPage = interval
      ? environment.watchPage?.((event) => event === 'visible' || this.#onTimer(true))
      : undefined
    this.#stopWatching = () => {
      stopWatchingSleep?.()
      stopWatchingPage?.()
    }
  }

  /** A call got no answer although its POST was accepted: the one stream of HTTP+SSE may have died silently. */
  suspectStream(): void {
    /** Milliseconds for the answer, at most: the stream was silent for long. */
    const maxTimeout = 10_000
    if (this.#sessions.check || this.#stopped || this.#sessions.status !== 'connected') return
    this.#check(Math.min(this.#timeout, maxTimeout), true)
  }

  stop(): void {
    this.#stopped = true
    this.#stopTimer()
    this.#stopWatching()
  }

  #report(): void {
    this.#state.update({ keepAlive: { interval: this.#interval, ping: this.#supportsPing } })
  }

  #setTimer(milliseconds: number): void {
    this.#stopTimer()
    if (this.#stopped || !milliseconds) return
    this.#stopTimer = this.#context.environment.setTimer(() => this.#onTimer(), milliseconds, true)
  }

  #onTimer(slept?: boolean): void {
    const { environment, activity } = this.#context
    const { lastReceived } = this.#sessions.session.transport
    const interval = this.#interval
    const silence = environment.monotonic() - (lastReceived ?? activity.lastReceived)
    // A server that works on a call is alive. But the one stream of HTTP+SSE must not be silent for long.
    const isBusy = activity.calls && lastReceived === undefined
    if (isBusy || this.#sessions.check || this.#sessions.status !== 'connected') this.#setTimer(interval)
    else if (silence < interval && !slept) this.#setTimer(interval - silence)
    else this.#check(this.#timeout)
  }

  #check(timeout: number, isSuspect?: boolean): void {
    // A call that would be sent over a dead stream waits. One that shares the stream with others may find a busy server.
    const holdsCalls = isSuspect || this.#sessions.session.transport.openRequests === 0
    const check = this.#sendKeepalive(timeout, isSuspect).then(() => {
      this.#sessions.check = undefined
      this.#setTimer(this.#interval)
    })
    if (holdsCalls) this.#sessions.check = check
  }

  async #sendKeepalive(timeout: number, isSuspect?: boolean): Promise<void> {
    const sessions = this.#sessions
    const { session } = sessions
    // A new session may be with another server, which supports `ping`.
    if (this.#server !== sessions.session.server) {
      this.#server = sessions.session.server
      this.#setSupportsPing(true)
    }
    const method = this.#supportsPing ? 'ping' : this.#listMethod()
    if (!method) return
    const failure = await this.#checkAlive(method, timeout)
    if (this.#stopped) return
    const { emit, activity } = this.#context
    emit?.({ type: 'keepalive', method, ok: !failure })
    // A server that works on a call may be too busy to answer.
    if (!failure || (!isSuspect && (session.transport.openRequests ?? activity.calls))) return
    // Some servers drop methods that they do not know: a list shows whether the server is alive, unless it answered before.
    const mayDrop = this.#supportsPing && this.#provenBy !== session && !(failure.error instanceof ConnectionError)
    const other = mayDrop ? this.#listMethod() : undefined
    if (other && !(await this.#checkAlive(other, timeout))) return
    if (!this.#stopped) void sessions.replace(session, failure.error).catch(() => {})
  }

  /** The error if the server seems dead. Any JSON-RPC response, also an error, shows that it is alive. */
  async #checkAlive(method: string, timeout: number): Promise<{ error: unknown } | undefined> {
    const { session } = this.#sessions
    const { transport } = session
    const before = transport.lastReceived
    try {
      await send(this.#context, { current: this.#channel }, { method, options: { timeout } })
    } catch (error) {
      // Over HTTP+SSE any byte shows it.
      if (!(error instanceof RpcError)) return transport.lastReceived === before ? { error } : undefined
      if (method === 'ping' && isUnknownMethod(error)) this.#setSupportsPing(false)
      if (!this.#stopped) this.#context.refusals.publish(error)
    }
    if (method === 'ping') this.#provenBy = session
    return undefined
  }

  #setSupportsPing(supported: boolean): void {
    this.#supportsPing = supported
    this.#report()
  }

  #listMethod(): string | undefined {
    const name = LISTS.find((capability) => this.#server.capabilities?.[capability])
    return name && `${name}/list`
  }
}

function isUnknownMethod({ rpcCode, rpcMessage }: RpcError): boolean {
  return (
    rpcCode === METHOD_NOT_FOUND ||
    /method not found|method not supported|unknown method|not found: ping/i.test(rpcMessage)
  )
}
