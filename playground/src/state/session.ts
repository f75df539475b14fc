/** The connection of the page: opening it, its live state, and closing it. */
import { type ReadonlySignal, signal } from '@preact/signals'
import { type Client, type Connection, type ConnectOptions, connect, type Fetch } from 'mcp-over-fetch'
import { wire } from '../wire/model.ts'
import type { Row } from '../wire/rows.ts'
import { watchAnswers } from './liveness.ts'
import { authorizedFetch, signIn } from './oauth.ts'
import { rememberServer } from './saved-servers.ts'
import { createHandlers } from './server-requests.ts'
import { writeStored } from './storage.ts'
import { CONNECTED_KEY, parseHeaders, type Target, withoutSecrets } from './target.ts'

export interface Session {
  client: Client
  target: Target
  /** Updated whenever `client.connection` changes. */
  connection: ReadonlySignal<Connection>
  /** The wire rows of connecting. */
  connectRows: readonly Row[]
  connectMs: number
}

type Phase =
  | { status: 'idle'; error?: unknown }
  | { status: 'connecting'; cancel(): void; startedAt: number; note?: string }
  | { status: 'connected' }

export const phase = signal<Phase>({ status: 'idle' })
export const session = signal<Session | undefined>(undefined)

/** Never rejects: errors are set in `phase`. With `signInFirst` it must be called inside a click. */
export async function connectTo(target: Target, { signInFirst = false } = {}): Promise<void> {
  if (phase.value.status === 'connecting') return
  await session.value?.client.close()
  const cancelling = new AbortController()
  const connecting = { status: 'connecting', cancel: () => cancelling.abort(), startedAt: Date.now() } as const
  phase.value = connecting
  const onClosed = () => {
    phase.value = { ...connecting, note: 'The sign-in window seems to be closed.' }
  }
  const before = new Set(wire.rows)
  const started = performance.now()
  try {
    if (signInFirst && !(await signIn(target, cancelling.signal, onClosed))) {
      phase.value = { status: 'idle' }
      return
    }
    const authFetch = target.auth === 'oauth' ? await authorizedFetch(target) : undefined
    const client = await connect(target.url, { ...connectOptions(target, authFetch), signal: cancelling.signal })
    rememberServer(target)
    writeStored('tab', CONNECTED_KEY, withoutSecrets(target))
    const rows = wire.rows.filter((row) => !before.has(row))
    openSession(client, target, rows, performance.now() - started)
  } catch (error) {
    phase.value = cancelling.signal.aborted ? { status: 'idle' } : { status: 'idle', error }
  }
}

/** By the person: after it, a reload does not connect again. */
export function disconnect(): void {
  writeStored('tab', CONNECTED_KEY, undefined)
  if (phase.value.status === 'connecting') phase.value.cancel()
  void session.value?.client.close()
}

function connectOptions(target: Target, authFetch: Fetch | undefined): ConnectOptions {
  const { transport, version, auth } = target
  const { onEvent, fetch } = wire.open(authFetch)
  return {
    onEvent,
    fetch: watchAnswers(fetch),
    clientInfo: { name: 'mcp-over-fetch playground', version: '0.1.0' },
    transport,
    handlers: createHandlers(target.url),
    ...(version !== 'auto' && { versions: [version] }),
    headers: {
      ...parseHeaders(target.headers),
      ...(auth === 'bearer' && { authorization: `Bearer ${target.token.trim()}` }),
    },
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
