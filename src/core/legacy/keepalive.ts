/** Keepalive: a cheap request whenever an idle session has been silent for an interval. */
import type { InitializeResult } from '../../types/lifecycle.ts'
import { LISTS } from '../change-notifications.ts'
import type { ConnectionState } from '../connection-state.ts'
import type { ClientContext } from '../context.ts'
import { METHOD_NOT_FOUND } from '../error-codes.ts'
import { ConnectionError, RpcError } from '../errors.ts'
import { call } from '../rpc/call.ts'
import type { CallContext } from '../rpc/call-context.ts'
import { watchSleep } from '../util/sleep.ts'
import type { CurrentSession } from './session-replacement.ts'

type KeepaliveContext = CallContext & Pick<ClientContext, 'doubtEra'>

/** The returned function stops it. */
export function startKeepalive(
  context: KeepaliveContext,
  state: ConnectionState,
  sessions: CurrentSession,
): () => void {
  /** Milliseconds that the response may take by default. */
  const defaultTimeout = 30_000
  /** Servers and gateways drop what was silent for a minute. */
  const defaultInterval = 45_000
  /** Milliseconds without traffic: the least that the option may set, and the default. */
  const minInterval = 5_000
  const { settings, warn, closing } = context
  const { keepAlive } = settings
  const requested = keepAlive === false ? 0 : (keepAlive?.interval ?? defaultInterval)
  if (!requested || !sessions.session.transport.hasSession() || closing.aborted) return () => {}
  const interval = Math.max(requested, minInterval)
  if (interval > requested) warn(`keepAlive.interval: ${requested} is below the floor of ${minInterval}`, undefined)
  const { timeout = defaultTimeout } = keepAlive || {}
  const keepalive = new Keepalive(context, state, sessions, interval, timeout)
  const stop = () => keepalive.stop()
  closing.addEventListener('abort', stop)
  return stop
}

/** A class, since most legacy clients have one: functions of its own would take more memory. */
class Keepalive {
  readonly #context: KeepaliveContext
  readonly #state: ConnectionState
  readonly #sessions: CurrentSession
  readonly #interval: number
  readonly #timeout: number
  #supportsPing = true
  #server: InitializeResult
  #stopTimer = () => {}
  readonly #stopWatching: () => void
  #stopped = false

  constructor(
    context: KeepaliveContext,
    state: ConnectionState,
    sessions: CurrentSession,
    interval: number,
    timeout: number,
  ) {
    this.#context = context
    this.#state = state
    this.#sessions = sessions
    this.#interval = interval
    this.#timeout = timeout
    this.#server = sessions.session.server
    this.#report()
    this.#setTimer(interval)
    // Soon after sleep, since the connection may have died meanwhile.
    this.#stopWatching = watchSleep(context.environment, () => this.#onTimer(true))
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
    if (this.#stopped) return
    this.#stopTimer = this.#context.environment.setTimer(() => this.#onTimer(), milliseconds, true)
  }

  #onTimer(slept?: boolean): void {
    const { environment, activity } = this.#context
    const { transport, status } = this.#state.view
    const interval = this.#interval
    const silence = environment.monotonic() - activity.lastReceived
    // A server that works on a call is alive. But the one stream of HTTP+SSE must not be silent for long.
    const isBusy = activity.calls && transport !== 'sse'
    if (isBusy || status !== 'connected') this.#setTimer(interval)
    else if (silence < interval && !slept) this.#setTimer(interval - silence)
    else void this.#sendKeepalive().then(() => this.#setTimer(interval))
  }

  async #sendKeepalive(): Promise<void> {
    const sessions = this.#sessions
    // A new session may be with another server, which supports `ping`.
    if (this.#server !== sessions.session.server) {
      this.#server = sessions.session.server
      this.#setSupportsPing(true)
    }
    const method = this.#supportsPing ? 'ping' : this.#listMethod()
    if (!method) return
    const failure = await this.#checkAlive(method)
    if (this.#stopped) return
    const { emit, activity } = this.#context
    emit?.({ type: 'keepalive', method, ok: !failure })
    // A server that works on a call may be too busy to answer.
    if (!failure || activity.calls) return
    // Some servers drop or refuse methods that they do not know: a list shows whether only `ping` is unsupported.
    const other = this.#supportsPing && !(failure.error instanceof ConnectionError) ? this.#listMethod() : undefined
    if (other && !(await this.#checkAlive(other))) this.#setSupportsPing(false)
    else if (!this.#stopped) await sessions.replace(sessions.session, failure.error).catch(() => {})
  }

  /** The error if the server seems dead. Any JSON-RPC response, also an error, shows that it is alive. */
  async #checkAlive(method: string): Promise<{ error: unknown } | undefined> {
    try {
      await call(this.#context, method, undefined, { timeout: this.#timeout })
    } catch (error) {
      if (!(error instanceof RpcError)) return { error }
      if (method === 'ping' && isUnknownMethod(error)) this.#setSupportsPing(false)
      if (!this.#stopped) this.#context.doubtEra(error)
    }
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
