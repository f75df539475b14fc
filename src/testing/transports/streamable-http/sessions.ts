/** All sessions of a server: issued, found, expired, ended. */
import { BATCH_VERSION } from '../../config.ts'
import type { Clock } from '../../features/request-context.ts'
import { refusal } from '../../http/responses.ts'
import type { ServerConfig } from '../../script/script.ts'
import type { SessionRecord, Store } from '../../sse/store.ts'
import { createToken } from '../../util/random-id.ts'
import { createSession, type Session } from './session.ts'

export interface Sessions {
  /** A new session for a client that introduced itself. */
  issue(hello: Pick<SessionRecord, 'version' | 'clientCapabilities'>): Session
  /** The session that a request belongs to; throws a Refusal when it names none or an unknown one. */
  of(request: Request): Session
  /** What a response to `initialize` must carry. */
  headersOf(session: Session): Record<string, string>
  /** Keeps what a request changed in the session. */
  save(session: Session): void
  end(session: Session): void
  all(): Session[]
  endAll(): void
}

export interface SessionsOptions {
  store: Store
  clock: Clock
  random: () => number
  config: () => ServerConfig
}

/** The session of all clients of a server that issues none; nothing of it is kept. */
const ANONYMOUS = ''

export function createSessions({ store, clock, random, config }: SessionsOptions): Sessions {
  const live = new Map<string, Session>()
  const createId = () => createToken(random, 8)
  return { issue, of, headersOf, save, end, all: () => [...live.values()], endAll }

  function issue(hello: Pick<SessionRecord, 'version' | 'clientCapabilities'>): Session {
    const { issue } = config().session
    const id = issue === true ? createToken(random) : issue || ANONYMOUS
    const known = live.get(id)
    if (known && id === ANONYMOUS) {
      Object.assign(known.record, hello)
      return known
    }
    if (known) end(known)
    return revive({ id, ...hello, lastSeen: clock.now(), state: { subscriptions: new Set() } })
  }

  function revive(record: SessionRecord): Session {
    const session = createSession({ record, store: record.id === ANONYMOUS ? undefined : store, createId })
    live.set(record.id, session)
    save(session)
    return session
  }

  function of(request: Request): Session {
    if (config().session.issue === false) return anonymous(request)
    const id = request.headers.get('mcp-session-id')
    if (!id) throw refusal(400, -32000, 'Mcp-Session-Id is missing')
    const record = store.session(id)
    const session = record && (live.get(id) ?? revive(record))
    if (!session || isExpired(session)) {
      if (session) end(session)
      throw refusal(404, -32001, 'There is no such session')
    }
    session.record.lastSeen = clock.now()
    save(session)
    return session
  }

  function save({ record }: Session): void {
    if (live.has(record.id) && record.id !== ANONYMOUS) store.saveSession(record)
  }

  function anonymous(request: Request): Session {
    const session = live.get(ANONYMOUS) ?? issue({ version: BATCH_VERSION, clientCapabilities: {} })
    // Without a session each request says for itself what it speaks.
    session.record.version = request.headers.get('mcp-protocol-version') ?? session.record.version
    return session
  }

  function isExpired({ record }: Session): boolean {
    const { ttl } = config().session
    return ttl !== undefined && clock.now() - record.lastSeen > ttl
  }

  function headersOf({ record }: Session): Record<string, string> {
    return record.id === ANONYMOUS ? {} : { 'mcp-session-id': record.id }
  }

  function end(session: Session): void {
    live.delete(session.record.id)
    store.dropSession(session.record.id)
    session.end()
  }

  function endAll(): void {
    for (const session of live.values()) end(session)
    for (const { id } of store.sessions()) store.dropSession(id)
  }
}
