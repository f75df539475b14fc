/** The connection to one server: opening it, its live state, and closing it. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Client, Connection, ConnectOptions, Fetch } from 'mcp-over-fetch'
import { appsExtension } from '../../../../src/apps/tool.ts'
import type { WireModel } from '../../wire/model.ts'
import type { Row } from '../../wire/rows.ts'
import { authorizedFetch, signIn } from '../oauth.ts'
import { relayFetch } from '../relay.ts'
import { rememberServer } from '../saved-servers.ts'
import { startTape, type Tape } from '../tape.ts'
import { parseHeaders, type Target } from '../target.ts'
import { loadAnswers, storeAnswers } from './answers.ts'
import type { Liveness } from './liveness.ts'
import type { Questions } from './questions.ts'
import type { Tasks } from './tasks.ts'

export const loadClient = (): Promise<typeof import('./client.ts')> => import('./client.ts')

export interface Session {
  client: Client
  target: Target
  /** Updated whenever `client.connection` changes. */
  connection: ReadonlySignal<Connection>
  /** The wire rows that belong to connecting. */
  connectRows: readonly Row[]
  connectMs: number
}

export type Phase =
  | { status: 'idle'; error?: unknown }
  | { status: 'connecting'; cancel(): void; startedAt: number; note?: string }
  | { status: 'connected' }

export interface ServerConnection {
  phase: Signal<Phase>
  session: ReadonlySignal<Session | undefined>
  /** The server that a reload connects to again: until the person disconnects. */
  wanted: Signal<Target | undefined>
  /** What goes over the connection, if it is recorded. */
  tape: Signal<Tape | undefined>
  /** Never rejects: errors are set in `phase`. With `signInFirst` it must be called inside a click. */
  connect(target: Target, options?: ConnectingOptions): Promise<void>
  disconnect(): void
}

export interface ConnectingOptions {
  signInFirst?: boolean
  /** Writes down everything for a tape. */
  record?: boolean
}

interface Parts {
  wire: WireModel
  questions: Questions
  liveness: Liveness
  tasks: Tasks
}

export function createConnection({ wire, questions, liveness, tasks }: Parts): ServerConnection {
  const phase = signal<Phase>({ status: 'idle' })
  const session = signal<Session | undefined>(undefined)
  const wanted = signal<Target | undefined>(undefined)
  const tape = signal<Tape | undefined>(undefined)
  storeAnswers(session, questions)
  return { phase, session, wanted, tape, connect: open, disconnect }

  async function open(target: Target, { signInFirst = false, record = false }: ConnectingOptions = {}): Promise<void> {
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
      if (signInFirst && !(await signIn(target, wire, cancelling.signal, onClosed))) {
        phase.value = { status: 'idle' }
        return
      }
      const fetch = target.auth === 'oauth' ? await authorizedFetch(target, wire) : await relayFetch(target)
      const recorded = record ? await startTape(target, fetch) : undefined
      tape.value = recorded?.tape
      loadAnswers(target.url, questions)
      const extensions = await tasks.loadExtension()
      const { connect } = await loadClient()
      const client = await connect(target.url, {
        ...connectOptions(target, recorded?.fetch ?? fetch),
        extensions: { ...extensions, ...appsExtension },
        signal: cancelling.signal,
      })
      rememberServer(target)
      wanted.value = target
      const rows = wire.rows.filter((row) => !before.has(row))
      openSession(client, target, rows, performance.now() - started)
    } catch (error) {
      phase.value = cancelling.signal.aborted ? { status: 'idle' } : { status: 'idle', error }
    }
  }

  function disconnect(): void {
    wanted.value = undefined
    if (phase.value.status === 'connecting') phase.value.cancel()
    void session.value?.client.close()
  }

  function connectOptions(target: Target, inner: Fetch | undefined): ConnectOptions {
    const { transport, version, auth, timeout, maxTotalTimeout, keepAlive } = target
    const { onEvent, fetch } = wire.open(inner)
    return {
      onEvent,
      fetch: liveness.watchAnswers(fetch),
      clientInfo: { name: 'mcp-over-fetch inspector', version: '0.1.0' },
      transport,
      handlers: questions.handlers,
      ...(version !== 'auto' && { versions: [version] }),
      ...(timeout !== undefined && { timeout }),
      ...(maxTotalTimeout !== undefined && { maxTotalTimeout }),
      ...(keepAlive !== undefined && { keepAlive: keepAlive === 0 ? false : { interval: keepAlive } }),
      headers: {
        ...parseHeaders(target.headers),
        ...(auth === 'bearer' && { authorization: `Bearer ${target.token.trim()}` }),
      },
    }
  }

  function openSession(client: Client, target: Target, connectRows: readonly Row[], connectMs: number): void {
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
}
