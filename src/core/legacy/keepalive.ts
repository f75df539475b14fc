/** Keepalive: a cheap request whenever an idle session has been silent for an interval. */
import type { ConnectionState } from '../connection-state.ts'
import { METHOD_NOT_FOUND } from '../error-codes.ts'
import { ConnectionError, RpcError } from '../errors.ts'
import { call } from '../rpc/call.ts'
import type { CallContext } from '../rpc/call-context.ts'
import type { CurrentSession } from './session-replacement.ts'

const MIN_INTERVAL = 5_000
const INTERVAL = 180_000

/** Over HTTP+SSE, where gateways cut silent streams after a minute. */
const SSE_INTERVAL = 45_000

const TIMEOUT = 30_000

/** A server without `ping` is asked for the first of these lists that it declared. */
const LISTS = ['tools', 'prompts', 'resources']

/** Returns the function that stops it. */
export function startKeepalive(context: CallContext, state: ConnectionState, sessions: CurrentSession): () => void {
  const { environment, settings, emit, warn, activity, closing } = context
  const { keepAlive } = settings
  const byDefault = state.view.transport === 'sse' ? SSE_INTERVAL : INTERVAL
  const wanted = keepAlive === false ? 0 : (keepAlive?.interval ?? byDefault)
  if (!wanted || !sessions.session.transport.hasSession || closing.aborted) return () => {}
  const interval = Math.max(wanted, MIN_INTERVAL)
  if (interval > wanted) warn(`keepAlive.interval: ${wanted} is below the floor of ${MIN_INTERVAL}`, undefined)
  const { timeout = TIMEOUT } = keepAlive || {}
  let supportsPing = true
  let { server } = sessions.session
  let stopTimer = () => {}
  let stopped = false
  report()
  setTimer(interval)
  closing.addEventListener('abort', stop)
  return stop

  function stop(): void {
    stopped = true
    stopTimer()
  }

  function report(): void {
    state.update({ keepAlive: { interval, ping: supportsPing } })
  }

  function setTimer(milliseconds: number): void {
    if (!stopped) stopTimer = environment.setTimer(onTimer, milliseconds, true)
  }

  function onTimer(): void {
    const silence = environment.now() - activity.lastReceived
    // A server that works on a call is alive.
    if (activity.calls || state.view.status !== 'connected') setTimer(interval)
    else if (silence < interval) setTimer(interval - silence)
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
    const failure = await ask(method)
    if (stopped) return
    emit?.({ type: 'keepalive', method, ok: !failure })
    if (!failure) return
    // Some servers drop or refuse methods that they do not know: a list shows whether only `ping` is unsupported.
    const other = supportsPing && !(failure.error instanceof ConnectionError) ? listMethod() : undefined
    if (other && !(await ask(other))) setSupportsPing(false)
    else if (!stopped) await sessions.replace(sessions.session, failure.error).catch(() => {})
  }

  /** Undefined when the server is alive: any JSON-RPC response proves it, also an error. */
  async function ask(method: string): Promise<{ error: unknown } | undefined> {
    try {
      await call(context, method, undefined, { timeout })
    } catch (error) {
      if (!(error instanceof RpcError)) return { error }
      if (method === 'ping' && isUnknownMethod(error)) setSupportsPing(false)
    }
    return undefined
  }

  function setSupportsPing(supported: boolean): void {
    supportsPing = supported
    report()
  }

  function listMethod(): string | undefined {
    const name = LISTS.find((list) => server.capabilities?.[list])
    return name && `${name}/list`
  }
}

function isUnknownMethod({ rpcCode, rpcMessage }: RpcError): boolean {
  return (
    rpcCode === METHOD_NOT_FOUND ||
    /method not found|method not supported|unknown method|not found: ping/i.test(rpcMessage)
  )
}
