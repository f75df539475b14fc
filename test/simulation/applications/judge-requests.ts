/** Invariants of the requests of a client: where they go, and what they end. */
import type { Exchange } from '../network/exchange.ts'
import type { ApplicationEvidence, TabEvidence } from './evidence.ts'
import { tellsLoss } from './front.ts'

/** Milliseconds by which a request after close() may be late, because drains are given a moment to end. */
const CLOSE_DELAY = 10

/** Milliseconds in which a session is ended, or not at all. */
const DELETE_TIME = 2_010

/** Milliseconds that new headers may take. */
const RENEWAL_TIME = 40

/** Milliseconds in which the body of an error is read. */
const ERROR_TIME = 260

export function judgeRequests(tab: TabEvidence, evidence: ApplicationEvidence): string[] {
  return [
    ...judgeRedirects(tab),
    ...judgeEnded(tab),
    ...judgeAfterClose(tab, evidence),
    ...judgeReplacements(tab, evidence),
  ]
}

/** A temporary redirect is followed for one request; only a permanent one moves the endpoint, or one while connecting. */
function* judgeRedirects({ exchanges, connectedAt }: TabEvidence): Iterable<string> {
  for (const { number, at, isMoved, id, message } of exchanges) {
    if (!isMoved) continue
    const mayHaveMoved = exchanges.some((other) => {
      const isPermanent = other.status === 308 && other.http === 'POST'
      const isOwn = other.id === id && JSON.stringify(other.message) === JSON.stringify(message)
      const isRedirect = other.status === 307 || other.status === 308
      return other.number < number && isRedirect && (isPermanent || isOwn || other.at <= connectedAt)
    })
    if (!mayHaveMoved) yield `request ${number} went to the target of a temporary redirect, at ${at - connectedAt} ms`
  }
}

/** A session that the server has lost is not ended. */
function* judgeEnded({ exchanges }: TabEvidence): Iterable<string> {
  for (const { number, http, session, at } of exchanges) {
    if (http !== 'DELETE' || !session) continue
    const isAnswered = ({ number: from }: Exchange) =>
      exchanges.some(
        (later) => later.number > from && later.session === session && later.http === 'POST' && later.status === 200,
      )
    const told = exchanges.find(
      (other) =>
        // A server may find a session again, such as one that is upgraded and then not.
        !isAnswered(other) &&
        other.session === session &&
        other.http === 'POST' &&
        other.id !== undefined &&
        other.rpc !== undefined &&
        other.respondedAt !== undefined &&
        other.respondedAt + ERROR_TIME < at &&
        other.state === 'read' &&
        // Half a message tells nothing.
        other.fault !== 'short' &&
        tellsLoss(other),
    )
    if (told) yield `request ${number} ends a session that request ${told.number} found lost`
  }
}

function* judgeAfterClose(tab: TabEvidence, { plan }: ApplicationEvidence): Iterable<string> {
  const { exchanges, closedAt, connectError } = tab
  for (const { number, at, phase, http, session } of exchanges) {
    // After a late 401, DELETE is sent again with new headers, within its time.
    const isRepeated = exchanges.some(
      (other) => other.number < number && other.http === 'DELETE' && other.status === 401,
    )
    if (http === 'DELETE' && session && isRepeated && at <= closedAt + DELETE_TIME) continue
    // Before DELETE, the application is asked for its headers, and once more after a 401.
    const allowed = phase === 'cancelling or closing' ? CLOSE_DELAY + RENEWAL_TIME + 2 * plan.storeDelay : 0
    if (at > closedAt + allowed && !connectError) {
      yield `request ${number} (${phase}) was sent ${at - closedAt} ms after close()`
    }
  }
}

/** Refusals that concern a request only do not replace the session. */
function* judgeReplacements({ exchanges }: TabEvidence, { plan, offers }: ApplicationEvidence): Iterable<string> {
  // A silent stream of HTTP+SSE is replaced after a while.
  if (plan.keepAlive || plan.offer.overSse || offers.length > 1) return
  for (const { rpc, number, phase } of exchanges) {
    if (rpc !== 'initialize' || phase !== 'replacing session') continue
    const before = exchanges.filter((other) => other.number < number)
    const handshake = before.findLast((other) => other.rpc === 'notifications/initialized')
    if (!handshake?.session) continue
    const since = before.filter((other) => other.number > handshake.number)
    const refused = since.filter(({ status = 0 }) => status >= 400)
    // With these, the client asks whether the server is one of the other era.
    const isDoubted = since.some((other) => other.rpc === 'server/discover' || other.rpc === 'initialize')
    const isHarmless = ({ fault, http }: Exchange) => fault === 'not found' && http === 'POST'
    if (!isDoubted && refused.length > 0 && refused.every(isHarmless)) {
      yield `request ${number} replaces a session that was not lost`
    }
  }
}
