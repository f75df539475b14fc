/** The connection of the page: opening it, its live state, and closing it. */
import { type ReadonlySignal, signal } from '@preact/signals'
import { type Client, type Connection, type ConnectOptions, connect, type Fetch } from 'mcp-over-fetch'
import { wire } from '../wire/model.ts'
import { authorizedFetch, signIn } from './oauth.ts'
import { handlers } from './server-requests.ts'
import { parseHeaders, rememberServer, type Target } from './target.ts'

export interface Session {
  client: Client
  target: Target
  /** Updated whenever `client.connection` changes. */
  connection: ReadonlySignal<Connection>
  /** The range of wire rows that belong to connecting. */
  connectRows: { from: number; to: number }
  connectMs: number
}

type Phase = { status: 'idle'; error?: unknown } | { status: 'connecting'; cancel(): void } | { status: 'connected' }

export const phase = signal<Phase>({ status: 'idle' })
export const session = signal<Session | undefined>(undefined)

/** Never rejects: errors are set in `phase`. With `signInFirst` it must be called inside a click. */
export async function connectTo(target: Target, { signInFirst = false } = {}): Promise<void> {
  if (phase.value.status !== 'idle') return
  const cancelling = new AbortController()
  phase.value = { status: 'connecting', cancel: () => cancelling.abort() }
  const from = wire.rows.length
  const started = performance.now()
  try {
    if (signInFirst && !(await signIn(target, cancelling.signal))) {
      phase.value = { status: 'idle' }
      return
    }
    const authFetch = target.auth === 'oauth' ? await authorizedFetch(target) : undefined
    const client = await connect(target.url, { ...connectOptions(target, authFetch), signal: cancelling.signal })
    rememberServer(target.url)
    openSession(client, target, { from, to: wire.rows.length }, performance.now() - started)
  } catch (error) {
    phase.value = cancelling.signal.aborted ? { status: 'idle' } : { status: 'idle', error }
  }
}

export function disconnect(): void {
  if (phase.value.status === 'connecting') phase.value.cancel()
  void session.value?.client.close()
}

function connectOptions(target: Target, authFetch: Fetch | undefined): ConnectOptions {
  const { transport, version, auth } = target
  return {
    ...wire.open(authFetch),
    clientInfo: { name: 'mcp-over-fetch playground', version: '0.1.0' },
    transport,
    handlers,
    ...(version !== 'auto' && { versions: [version] }),
    ...(auth === 'bearer' && { headers: { authorization: `Bearer ${target.token.trim()}` } }),
    ...(auth === 'headers' && { headers: parseHeaders(target.headers) }),
  }
}

function openSession(client: Client, target: Target, connectRows: Session['connectRows'], connectMs: number): void {
  const connection = signal(client.connection)
  const close = () => void client.close()
  session.value = { client, target, connection, connectRows, connectMs }
  phase.value = { status: 'connected' }
  // The page may be restored from the back/forward cache, but its streams would be dead by then.
  addEventListener('pagehide', close)
  client.subscribe(() => {
    connection.value = client.connection
    if (client.connection.status !== 'closed') return
    removeEventListener('pagehide', close)
    if (session.value?.client !== client) return
    session.value = undefined
    phase.value = { status: 'idle' }
  })
}
