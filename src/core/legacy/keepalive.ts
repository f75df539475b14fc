/** Keeps an idle session warm: a cheap request whenever nothing was heard for a while. */
import type { ConnectionState } from '../connection-state.ts'
import { ConnectionError, RpcError } from '../errors.ts'
import { type ConnectOptions, checkNumber } from '../options.ts'
import { type Caller, call } from '../rpc/call.ts'

const FLOOR = 5_000
const PROBE_LIMIT = 30_000

/** Servers without `ping` are asked for the first of these that they announced. */
const LISTS = ['tools', 'prompts', 'resources']

/** The interval that was asked for, the transport's own, or 0 for never. Throws TypeError for what is no interval. */
export function resolveInterval(keepAlive: ConnectOptions['keepAlive'], otherwise: number): number {
  if (keepAlive === false) return 0
  for (const [key, value] of Object.entries(keepAlive ?? {})) {
    if (value !== undefined) checkNumber(`keepAlive.${key}`, value)
  }
  return keepAlive?.interval ?? otherwise
}

/** The returned function ends it. */
export function startKeepalive(caller: Caller, state: ConnectionState): () => void {
  const { wire, era, closing } = caller
  const { environment, settings, emit } = wire
  const { keepAlive } = settings
  const wanted = resolveInterval(keepAlive, state.view.transport === 'sse' ? 45_000 : 180_000)
  if (!wanted || !era.hasSession || closing.aborted) return () => {}
  const interval = Math.max(wanted, FLOOR)
  if (interval > wanted) wire.warn(`keepAlive.interval: ${wanted} is below the floor of ${FLOOR}`, undefined)
  const { timeout = PROBE_LIMIT } = keepAlive || {}
  let ping = true
  let stop = () => {}
  let ended = false
  show()
  arm(interval)
  // A new session may be another server, which knows `ping`.
  let { server } = era
  const end = () => {
    ended = true
    stop()
  }
  closing.addEventListener('abort', end)
  return end

  function show(): void {
    state.update({ keepAlive: { interval, ping } })
  }

  function arm(milliseconds: number): void {
    if (!ended) stop = environment.setTimer(look, milliseconds, true)
  }

  function look(): void {
    const quiet = environment.now() - wire.lastHeard
    // A server that works on a call is alive, and one that was just heard need not be asked.
    if (wire.busy || state.view.status !== 'connected') arm(interval)
    else if (quiet < interval) arm(interval - quiet)
    else void probe().then(() => arm(interval))
  }

  async function probe(): Promise<void> {
    if (server !== era.server) {
      server = era.server
      latch(true)
    }
    const method = ping ? 'ping' : fallback()
    if (!method) return
    const failure = await ask(method)
    if (ended) return
    emit?.({ type: 'keepalive', method, ok: !failure })
    if (!failure) return
    // Some servers drop or refuse what they do not know: a list tells whether it is only that.
    const other = ping && !(failure.error instanceof ConnectionError) ? fallback() : undefined
    if (other && !(await ask(other))) latch(false)
    else if (!ended) await era.revive(failure.error).catch(() => {})
  }

  /** Undefined when the server is alive: any JSON-RPC answer proves it, also an error. */
  async function ask(method: string): Promise<{ error: unknown } | undefined> {
    try {
      await call(caller, method, undefined, { timeout })
    } catch (error) {
      if (!(error instanceof RpcError)) return { error }
      if (method === 'ping' && isUnknownMethod(error)) latch(false)
    }
    return undefined
  }

  function latch(supported: boolean): void {
    ping = supported
    show()
  }

  function fallback(): string | undefined {
    const name = LISTS.find((list) => server.capabilities?.[list])
    return name && `${name}/list`
  }
}

function isUnknownMethod({ rpcCode, rpcMessage }: RpcError): boolean {
  return rpcCode === -32601 || /method not found|method not supported|unknown method|not found: ping/i.test(rpcMessage)
}
