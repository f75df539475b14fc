/** Keepalive: a cheap request whenever an idle session has been silent for an interval. */
import type { ConnectionState } from '../connection-state.ts'
import type { ClientContext } from '../context.ts'
import { METHOD_NOT_FOUND } from '../error-codes.ts'
import { ConnectionError, RpcError } from '../errors.ts'
import { call } from '../rpc/call.ts'
import type { CallContext } from '../rpc/call-context.ts'
import { watchSleep } from '../util/sleep.ts'
import type { CurrentSession } from './session-replacement.ts'

/** From a server without `ping`, the first of these lists that it declared is requested. */
const LIST_CAPABILITIES = ['tools', 'prompts', 'resources'] as const

/** The returned function stops it. */
export function startKeepalive(
  context: CallContext & Pick<ClientContext, 'doubtEra'>,
  state: ConnectionState,
  sessions: CurrentSession,
): () => void {
  /** Milliseconds that the response may take by default. */
  const defaultTimeout = 30_000
  /** Servers and gateways drop what was silent for a minute. */
  const defaultInterval = 45_000
  /** Milliseconds without traffic: the least that the option may set, and the default. */
  const minInterval = 5_000
  const { environment, settings, emit, warn, activity, closing } = context
  const { keepAlive } = settings
  const requested = keepAlive === false ? 0 : (keepAlive?.interval ?? defaultInterval)
  if (!requested || !sessions.session.transport.hasSession || closing.aborted) return () => {}
  const interval = Math.max(requested, minInterval)
  if (interval > requested) warn(`keepAlive.interval: ${requested} is below the floor of ${minInterval}`, undefined)
  const { timeout = defaultTimeout } = keepAlive || {}
  let supportsPing = true
  let { server } = sessions.session
  let stopTimer = () => {}
  let stopped = false
  report()
  setTimer(interval)
  // Soon after sleep, since the connection may have died meanwhile.
  const stopWatching = watchSleep(environment, () => onTimer(true))
  closing.addEventListener('abort', stop)
  return stop

  function stop(): void {
    stopped = true
    stopTimer()
    stopWatching()
  }

  function report(): void {
    state.update({ keepAlive: { interval, ping: supportsPing } })
  }

  function setTimer(milliseconds: number): void {
    stopTimer()
    if (!stopped) stopTimer = environment.setTimer(onTimer, milliseconds, true)
  }

  function onTimer(slept?: boolean): void {
    const silence = environment.monotonic() - activity.lastReceived
    // A server that works on a call is alive. But the one stream of HTTP+SSE must not be silent for long.
    const isBusy = activity.calls && state.view.transport !== 'sse'
    if (isBusy || state.view.status !== 'connected') setTimer(interval)
    else if (silence < interval && !slept) setTimer(interval - silence)
    else void sendKeepalive().then(() => setTimer(interval))
  }

  async function sendKeepalive(): Promise<void> {
    // A new session may be with another server, which supports `ping`.
    if (server !== sessions.session.server) {
      server = sessions.session.server
      setSupportsPing(true)
    }
    const method = supportsPing ? 'ping' : listMethod()
    if (!method) return
    const failure = await checkAlive(method)
    if (stopped) return
    emit?.({ type: 'keepalive', method, ok: !failure })
    // A server that works on a call may be too busy to answer.
    if (!failure || activity.calls) return
    // Some servers drop or refuse methods that they do not know: a list shows whether only `ping` is unsupported.
    const other = supportsPing && !(failure.error instanceof ConnectionError) ? listMethod() : undefined
    if (other && !(await checkAlive(other))) setSupportsPing(false)
    else if (!stopped) await sessions.replace(sessions.session, failure.error).catch(() => {})
  }

  /** The error if the server seems dead. Any JSON-RPC response, also an error, shows that it is alive. */
  async function checkAlive(method: string): Promise<{ error: unknown } | undefined> {
    try {
      await call(context, method, undefined, { timeout })
    } catch (error) {
      if (!(error instanceof RpcError)) return { error }
      if (method === 'ping' && isUnknownMethod(error)) setSupportsPing(false)
      if (!stopped) context.doubtEra(error)
    }
    return undefined
  }

  function setSupportsPing(supported: boolean): void {
    supportsPing = supported
    report()
  }

  function listMethod(): string | undefined {
    const name = LIST_CAPABILITIES.find((capability) => server.capabilities?.[capability])
    return name && `${name}/list`
  }
}

function isUnknownMethod({ rpcCode, rpcMessage }: RpcError): boolean {
  return (
    rpcCode === METHOD_NOT_FOUND ||
    /method not found|method not supported|unknown method|not found: ping/i.test(rpcMessage)
  )
}
