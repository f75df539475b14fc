/** Invariants of sessions: one at a time, replaced only when lost, and no request under an earlier one. */
import { type Exchange, findAnswer } from '../network/exchange.ts'
import type { CallEvidence } from './evidence.ts'

/** Milliseconds for which a request may wait until a drain makes room for it. */
const CONNECTION_WAIT = 10

export function judgeSessions({ exchanges, plan }: CallEvidence): string[] {
  const hasKeepalive = plan.client.keepAlive !== false
  return exchanges.flatMap((exchange, index) => {
    const before = exchanges.slice(0, index)
    return exchange.rpc === 'initialize'
      ? [...judgeInitialize(exchange, before, hasKeepalive)]
      : [...judgeSessionUse(exchange, before)]
  })
}

function* judgeInitialize(exchange: Exchange, before: Exchange[], hasKeepalive: boolean): Iterable<string> {
  const { number, phase, session, at } = exchange
  if (session) yield `request ${number} sends initialize with a session id`
  if (before.some((other) => other.rpc === 'initialize' && isPending(other, at))) {
    yield `request ${number} sends initialize while another one is pending`
  }
  if (phase === 'replacing session' && !isJustified(exchange, before, hasKeepalive)) {
    yield `request ${number} replaces a session that was not lost`
  }
}

function isPending(exchange: Exchange, at: number): boolean {
  const { endedAt, abortedAt, id } = exchange
  const ends = [endedAt, abortedAt, findAnswer(exchange, id)?.at]
  return !ends.some((end) => end !== undefined && end <= at)
}

/** Whether a response has told the client that its session is gone, or keepalive found the server dead. */
function isJustified({ at }: Exchange, before: Exchange[], hasKeepalive: boolean): boolean {
  // A listening stream that is refused tells it in words, or because it had been open.
  const wasOpen = (session: string | undefined) =>
    before.some((other) => other.http === 'GET' && other.session === session && other.status === 200)
  const known = before.filter(
    ({ respondedAt, http, text, session }) =>
      (http === 'POST' || text.includes('no such session') || wasOpen(session)) &&
      respondedAt !== undefined &&
      respondedAt <= at,
  )
  // A handshake is complete with any response to `initialized`; one that was cancelled never was.
  const initialized = known.filter(({ rpc }) => rpc === 'notifications/initialized')
  const abandoned = new Set(initialized.filter(({ state }) => state === 'cancelled').map(({ session }) => session))
  const current = initialized.findLast(({ session }) => !abandoned.has(session))
  if (!current?.session) return false
  const inSession = known.filter(({ session }) => session === current.session)
  return inSession.some(
    ({ status, phase }) => status === 404 || status === 410 || (hasKeepalive && phase === 'keepalive'),
  )
}

function* judgeSessionUse({ number, at, http, rpc, session, id }: Exchange, before: Exchange[]): Iterable<string> {
  // Resuming, cancelling and ending belong to the session of their request, and so does a request that had to wait.
  if (http !== 'POST' || !session || rpc?.startsWith('notifications/')) return
  if (before.some((other) => other.id === id && other.session === session)) return
  const initialized = before.filter((other) => other.rpc === 'notifications/initialized')
  // Until the handshake of the next session is complete, the session before it is the current one. A request chooses its
  // session before it waits for a free connection.
  const chosenAt = at - CONNECTION_WAIT
  const complete = initialized.filter(
    ({ respondedAt }, index) =>
      respondedAt !== undefined &&
      respondedAt <= at &&
      !initialized.slice(index + 1).some((later) => later.respondedAt !== undefined && later.respondedAt < chosenAt),
  )
  if (![...complete, initialized.at(-1)].some((other) => other?.session === session)) {
    yield `request ${number} uses a session that is not the current one`
  }
}
