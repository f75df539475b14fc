/** All sessions of a server: issued, found, expired, ended. */
import type { Clock } from '../../clock/clock.ts'
import type { ServerConfig } from '../../config.ts'
import { errorResponse } from '../../http/responses.ts'
import { BAD_REQUEST, SESSION_NOT_FOUND } from '../../jsonrpc/error-codes.ts'
import { BATCH_VERSION } from '../../revisions.ts'
import type { SessionRecord, Store } from '../../store.ts'
import { createRandomId } from '../../util/random-id.ts'
import { createSession, type Session } from './session.ts'

type Negotiated = Pick<SessionRecord, 'version' | 'clientCapabilities'>

export interface Sessions {
  /** A new session for a client that was initialized. */
  issue(negotiated: Negotiated): Session
  /** The session that a request belongs to; throws an ErrorResponse when it names none or an unknown one. */
  forRequest(request: Request): Session
  /** The headers of the response to `initialize`. */
  headersOf(session: Session): Record<string, string>
  /** Stores what a request changed in the session. */
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

/** The id of the one session that all clients share on a server that issues none; it is not stored. */
const ANONYMOUS = ''

export function createSessions({ store, clock, random, config }: SessionsOptions): Sessions {
  const live = new Map<string, Session>()
  const createId = () => createRandomId(random, 8)
  return { issue, forRequest, headersOf, save, end, all: () => [...live.values()], endAll }

  function issue(negotiated: Negotiated): Session {
    const { issue } = config().session
    const id = issue === true ? createRandomId(random) : issue || ANONYMOUS
    const known = live.get(id)
    if (known && id === ANONYMOUS) {
      Object.assign(known.record, negotiated)
      return known
    }
    if (known) end(known)
    return activate({ id, ...negotiated, lastSeen: clock.now(), state: { subscriptions: new Set() } })
  }

  /** Makes a live session of a new or a stored record. */
  function activate(record: SessionRecord): Session {
    const isStored = record.id !== ANONYMOUS && config().resumable
    const session = createSession({ record, store: isStored ? store : undefined, createId })
    live.set(record.id, session)
    save(session)
    return session
  }

  function forRequest(request: Request): Session {
    if (config().session.issue === false) return anonymous(request)
    const id = request.headers.get('mcp-session-id')
    if (!id) throw errorResponse(400, BAD_REQUEST, 'Mcp-Session-Id is missing')
    const record = store.session(id)
    const session = record && (live.get(id) ?? activate(record))
    if (!session || isExpired(session)) {
      if (session) end(session)
      throw errorResponse(404, SESSION_NOT_FOUND, 'There is no such session')
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
    // Without a session each request names its own revision.
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
