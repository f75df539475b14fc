/** The era of handshakes: keeps one session and replaces it when the server loses it. */

import type { JsonRpcRequest } from '../../types/jsonrpc.ts'
import type { ConnectionState } from '../connection-state.ts'
import type { Era } from '../era.ts'
import { isRefusal } from '../era-signals.ts'
import { isMcpError, SessionLostError } from '../errors.ts'
import { call } from '../rpc/call.ts'
import type { Messages } from '../sse/messages.ts'
import { createDeadline, type Deadline } from '../util/deadline.ts'
import { delay } from '../util/delay.ts'
import type { Link, Session, Shared } from './handshake.ts'
import { listenLegacy, type Sources } from './subscriptions.ts'

/** What connecting may fail with by itself. */
const OWN_CODES = ['http', 'rpc', 'connection', 'invalid-message', 'not-mcp-endpoint', 'timeout', 'version'] as string[]

/** Milliseconds for what nobody waits for. */
const CANCEL_LIMIT = 10_000

export interface LegacyOptions {
  shared: Shared
  state: ConnectionState
  /** Opens a new session. */
  open(deadline: Deadline): Promise<Session>
  /** Goes on with a session that is there already. */
  join(session: Record<string, string>): Link
  /** Called with every session, the first one too. */
  onSession(session: Session): void
  sources: Sources
}

export function createLegacy(first: Session, options: LegacyOptions): Era {
  const { shared, state, open, join, onSession, sources } = options
  const { wire, closing } = shared
  const { environment, settings, emit } = wire
  const { attempts } = settings.reconnect
  const sentUnder = new WeakMap<JsonRpcRequest, Session>()
  let session = first
  /** Sessions in a row that were opened and have not proved to work. */
  let unproven = 0
  let lastOpened = environment.now()
  /** Another era is in use: this one has nothing more to say of the connection. */
  let left = false
  let replacing: Promise<void> | undefined
  adopt(first)

  const era: Era = {
    caching: false,
    ping: 'ping',
    resultType: () => 'complete',
    isForeign: isRefusal,
    refuse: () => undefined,
    async setLogLevel(level, options) {
      await call({ ...shared, era }, 'logging/setLevel', { level }, options)
      settings.logLevel = level
    },
    listen: (filter, tell, deadline) => listenLegacy({ ...shared, era }, sources, filter, tell, deadline),
    get server() {
      return session.server
    },
    get hasSession() {
      return session.hasSession
    },
    get session() {
      return session.headers
    },
    send(request, deadline, options) {
      const messages = withSession((current) => {
        sentUnder.set(request, current)
        return current.send(request, deadline, options)
      }, deadline)
      return messages.then(withProof)
    },
    // An answer means something only where it was asked for.
    post: (message, deadline, owner) => ((owner && sentUnder.get(owner)) ?? session).post(message, deadline),
    // Closing the stream does not cancel in these revisions. What was never sent, or died with its session, need not be.
    cancel(request) {
      if (sentUnder.get(request) === session && !replacing) cancelUnder(session, request)
    },
    resumed({ session: headers }) {
      const link = join(headers)
      return { send: link.send, post: link.post, cancel: (request) => cancelUnder(link, request) }
    },
    revive: (reason) => replace(session, reason),
    close(keep = false) {
      left = true
      sources.close()
      return session.close(keep)
    },
  }
  restoreLogLevel()
  return era

  /** The server keeps it with the session. */
  function restoreLogLevel(): void {
    const { logLevel } = settings
    if (!logLevel || (session.server.capabilities && !session.server.capabilities.logging)) return
    era.setLogLevel(logLevel).catch((error) => closing.aborted || wire.warn('logging/setLevel failed', error))
  }

  function cancelUnder(link: Pick<Link, 'post'>, { id: requestId }: JsonRpcRequest): void {
    const method = 'notifications/cancelled'
    const deadline = createDeadline(environment, { what: method, total: CANCEL_LIMIT, signals: [closing] })
    link
      .post({ jsonrpc: '2.0', method, params: { requestId } }, deadline)
      .catch((error) => closing.aborted || wire.warn(`${method} failed`, error))
      .finally(deadline.stop)
  }

  /** A refused request is sent once more, under the session that replaced the lost one. */
  async function withSession<T>(run: (session: Session) => Promise<T>, deadline: Deadline): Promise<T> {
    for (let refused: unknown; ; ) {
      if (replacing) await deadline.race(replacing)
      if (state.view.status === 'failed') await deadline.race(replace(session, state.view.lastError))
      const current = session
      try {
        return await run(current)
      } catch (error) {
        if (!current.isLost(error)) throw error
        if (refused) throw lost(error)
        refused = error
        void replace(current, error).catch(() => {})
      }
    }
  }

  /** That a request is accepted proves nothing: only what comes back does. */
  function withProof(messages: Messages): Messages {
    if (!unproven) return messages
    return {
      ...messages,
      async next() {
        const batch = await messages.next()
        if (batch) unproven = 0
        return batch
      },
    }
  }

  function lost(cause: unknown): SessionLostError {
    return new SessionLostError('The session was lost and could not be replaced', { delivery: 'not-executed', cause })
  }

  /** One replacement for all who miss the same session; who comes late finds it done. */
  function replace(missing: Session, reason: unknown): Promise<void> {
    if (missing !== session) return replacing ?? Promise.resolve()
    if (left) return Promise.reject(lost(reason))
    replacing ??= openNext(reason).finally(() => {
      replacing = undefined
    })
    return replacing
  }

  async function openNext(reason: unknown): Promise<void> {
    // What failed for good is tried once more for each call that needs it.
    const again = state.view.status === 'failed'
    if (!attempts || (unproven >= attempts && !again)) throw giveUp(reason)
    state.update({ status: 'reconnecting', lastError: reason })
    for (let cause = reason; ; ) {
      await pause(cause, again)
      if (left) throw lost(cause)
      unproven++
      lastOpened = environment.now()
      const { connectTimeout: total } = settings
      const deadline = createDeadline(environment, {
        what: 'reconnecting',
        total,
        limit: 'connectTimeout',
        signals: [closing],
      })
      try {
        const old = session
        const next = await open(deadline)
        if (closing.aborted) {
          void next.close(false)
          throw closing.reason
        }
        adopt(next)
        restoreLogLevel()
        sources.gaps.publish('the session was replaced', true)
        // Last: what the server refused under the old session should have come back by now.
        void old.close(true)
        emit?.({ type: 'session-replaced' })
        state.update({ status: 'connected', protocolVersion: session.server.protocolVersion })
        return
      } catch (error) {
        if (closing.aborted) throw closing.reason
        cause = error
        if (again || unproven >= attempts || (isMcpError(error) && !error.retryable)) {
          throw giveUp(error)
        }
      } finally {
        deadline.stop()
      }
    }
  }

  function giveUp(error: unknown): unknown {
    if (!left && state.view.status !== 'failed') state.update({ status: 'failed', lastError: error })
    // What another layer of fetch has to say, such as that a person must sign in, passes as it is.
    return isMcpError(error) && !OWN_CODES.includes(error.code) ? error : lost(error)
  }

  /** A lost session is replaced at once; a dropped connection, and what fails again, waits longer each time. */
  async function pause(cause: unknown, again: boolean): Promise<void> {
    const { retry } = session
    const steps = unproven - (session.ended ? 0 : 1)
    const backoff = steps < 0 ? 0 : Math.min(1_000 * 2 ** steps, 60_000) * (0.8 + 0.4 * environment.random())
    const planned = retry !== undefined && steps === 0 ? retry : Math.max(backoff, retry ?? 0)
    // Who gave up tries again when asked, but not more than about once a second.
    const wait = again ? Math.max(lastOpened + 1_000 - environment.now(), 0) : planned
    emit?.({ type: 'reconnect', what: 'session', attempt: unproven + 1, delay: wait, reason: `${cause}` })
    if (!wait) return
    const deadline = createDeadline(environment, { what: 'reconnecting', total: wait * 2, signals: [closing] })
    await delay(environment, wait, deadline).finally(deadline.stop)
  }

  function adopt(next: Session): void {
    session = next
    onSession(next)
    // A connection that ends by itself is replaced at once, so that the server can reach us.
    void next.ended?.then(async (reason) => {
      // It may have ended before the replacement that brought it was done.
      await replacing?.catch(() => {})
      if (!closing.aborted) replace(next, reason).catch(() => {})
    })
  }
}
