/** A check of an examination, and what it has at hand. */

import type { CardAnswer } from './card.ts'
import type { Exchange, Live } from './http.ts'
import type { Listed } from './lists.ts'
import { type Group, notApplicable, type Outcome } from './outcome.ts'
import type { Section } from './sections.ts'
import type { Connection, Server, Session } from './server.ts'

export interface Settings {
  /** The origin of the page; absent where there is none, as in tests without a browser. */
  pageOrigin?: string
  /** Whether tools may be called whose annotations say that they change nothing. */
  callsReadOnlyTools: boolean
  /** Whether requests carry an authorization. */
  isAuthorized: boolean
  /** Milliseconds that a check may take. */
  limit: number
  /** Milliseconds to wait for the end of a stream after its answer. */
  settle: number
  /** Milliseconds for which an idle stream is watched. */
  idle: number
  /** Milliseconds until an answer begins, above which a server is slow. */
  slow: number
}

export interface Examined {
  server: Server
  /** The same server as a page meets it; the same object where the examination runs in a page. */
  page: Server
  settings: Settings
  /** The lists that the server announces, walked once. */
  lists(): Promise<Listed[]>
  /** A session that was opened and ended, and the answer to its end. */
  endedSession(server?: Server): Promise<EndedSession | undefined>
  /** The response at the server card URL, requested once. */
  card(server?: Server): Promise<CardAnswer>
  /** A stream without a request, opened before all checks; absent where the server has none. */
  idleStream: Live | undefined
}

export interface EndedSession {
  session: Session
  /** The answer to DELETE. */
  exchange: Exchange
}

export interface Check {
  id: string
  /** What a good server does, in plain words. */
  title: string
  group: Group
  section: Section
  run(examined: Examined): Promise<Outcome>
}

/** For checks of the revisions that begin with `initialize`. */
export function inSession(run: (session: Session, examined: Examined) => Promise<Outcome>): Check['run'] {
  return async (examined) => {
    const { session } = examined.server
    return session ? run(session, examined) : notApplicable('It does not speak a revision with initialize.')
  }
}

/** For checks of sessions, which a server need not have. */
export function withSessionId(
  run: (session: Session & { id: string }, examined: Examined) => Promise<Outcome>,
): Check['run'] {
  return inSession(async (session, examined) => {
    if (session.id !== undefined) return run(session as Session & { id: string }, examined)
    return notApplicable('It gave no session id.', [session.introduced])
  })
}

/** For checks of 2026-07-28. */
export function stateless(run: (connection: Connection, examined: Examined) => Promise<Outcome>): Check['run'] {
  return async (examined) => {
    const { stateless: connection, discovery } = examined.server
    return connection ? run(connection, examined) : notApplicable('It does not speak 2026-07-28.', [discovery.exchange])
  }
}

/** For checks that work in every era. */
export function connected(run: (connection: Connection, examined: Examined) => Promise<Outcome>): Check['run'] {
  return async (examined) => {
    const { main } = examined.server
    if (main) return run(main, examined)
    return notApplicable('No connection could be made, so there is nothing to look at.')
  }
}
