/** The connection: how one comes about, what is known of it, and how it ends. */
import { type ReadonlySignal, signal } from '@preact/signals'
import { type Client, type Connection, type ConnectOptions, connect, type Fetch } from 'mcp-over-fetch'
import { wire } from '../wire/model.ts'
import { authorizedFetch, signIn } from './oauth.ts'
import { handlers } from './server-requests.ts'
import { remember, type Target } from './target.ts'

export interface Session {
  client: Client
  target: Target
  /** Follows the client's live view. */
  connection: ReadonlySignal<Connection>
  /** How many rows of the wire it took to connect, and from which on. */
  found: { from: number; to: number }
  connectedAt: number
  /** In milliseconds. */
  took: number
}

type Phase = { is: 'idle'; error?: unknown } | { is: 'connecting'; cancel(): void } | { is: 'connected' }

export const phase = signal<Phase>({ is: 'idle' })
export const session = signal<Session | undefined>(undefined)

/** Never rejects: what went wrong is in `phase`. With `signing in` it must be called inside a click. */
export async function enter(target: Target, how?: 'signing in'): Promise<void> {
  if (phase.value.is !== 'idle') return
  const cancelling = new AbortController()
  phase.value = { is: 'connecting', cancel: () => cancelling.abort() }
  const from = wire.rows.length
  const started = performance.now()
  try {
    if (how === 'signing in' && !(await signIn(target, cancelling.signal))) {
      phase.value = { is: 'idle' }
      return
    }
    const inner = target.auth === 'oauth' ? await authorizedFetch(target) : undefined
    const client = await connect(target.url, { ...optionsFor(target, inner), signal: cancelling.signal })
    remember(target.url)
    stay(client, target, { from, to: wire.rows.length }, performance.now() - started)
  } catch (error) {
    phase.value = cancelling.signal.aborted ? { is: 'idle' } : { is: 'idle', error }
  }
}

export function leave(): void {
  if (phase.value.is === 'connecting') phase.value.cancel()
  void session.value?.client.close()
}

function optionsFor(target: Target, inner: Fetch | undefined): ConnectOptions {
  const { transport, version, auth } = target
  return {
    ...wire.open(inner),
    clientInfo: { name: 'mcp-over-fetch playground', version: '0.1.0' },
    transport,
    handlers,
    ...(version !== 'auto' && { versions: [version] }),
    ...(auth === 'bearer' && { headers: { authorization: `Bearer ${target.token.trim()}` } }),
    ...(auth === 'headers' && { headers: parseHeaders(target.headers) }),
  }
}

export function parseHeaders(text: string): Record<string, string> {
  const lines = text.split('\n').flatMap((line) => {
    const [, name, value] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(lines)
}

function stay(client: Client, target: Target, found: Session['found'], took: number): void {
  const connection = signal(client.connection)
  const close = () => void client.close()
  session.value = { client, target, connection, found, connectedAt: Date.now(), took }
  phase.value = { is: 'connected' }
  // The page may come back from the browser's history; the session would not.
  addEventListener('pagehide', close)
  client.subscribe(() => {
    connection.value = client.connection
    if (client.connection.status !== 'closed') return
    removeEventListener('pagehide', close)
    if (session.value?.client !== client) return
    session.value = undefined
    phase.value = { is: 'idle' }
  })
}
