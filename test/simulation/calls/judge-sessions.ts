/** What must hold for sessions: one at a time, replaced only when lost, used only when it is the current one. */

import { answerIn, type Exchange } from '../network/exchange.ts'
import type { Evidence } from './evidence.ts'

export function judgeSessions({ exchanges, plan }: Evidence): string[] {
  const probes = plan.client.keepAlive !== false
  return exchanges.flatMap((exchange, index) => {
    const before = exchanges.slice(0, index)
    return exchange.rpc === 'initialize'
      ? [...judgeGreeting(exchange, before, probes)]
      : [...judgeUse(exchange, before)]
  })
}

function* judgeGreeting(exchange: Exchange, before: Exchange[], probes: boolean): Iterable<string> {
  const { n, phase, session, at } = exchange
  if (session) yield `request ${n} greets with a session`
  if (before.some((other) => other.rpc === 'initialize' && isUndecided(other, at))) {
    yield `request ${n} asks for a session beside another that does`
  }
  if (phase === 'healing' && !isCalledFor(exchange, before, probes)) {
    yield `request ${n} asks for a new session although the last one was not lost`
  }
}

/** Nobody knows yet what becomes of this greeting. */
function isUndecided(exchange: Exchange, at: number): boolean {
  const { endedAt, abortedAt, id } = exchange
  const ends = [endedAt, abortedAt, answerIn(exchange, id)?.at]
  return !ends.some((end) => end !== undefined && end <= at)
}

/** The client knows that its session is gone, or has reason to take the server for dead. Only POST decides that. */
function isCalledFor({ at }: Exchange, before: Exchange[], probes: boolean): boolean {
  const known = before.filter(({ headAt, http }) => http === 'POST' && headAt !== undefined && headAt <= at)
  // A greeting is over when the server was told so, whether or not it liked that; what was given up was never over.
  const told = known.filter(({ rpc }) => rpc === 'notifications/initialized')
  const givenUp = new Set(told.filter(({ state }) => state === 'cancelled').map(({ session }) => session))
  const current = told.findLast(({ session }) => !givenUp.has(session))
  if (!current?.session) return false
  const inIt = known.filter(({ session }) => session === current.session)
  return inIt.some(({ status, phase }) => status === 404 || status === 410 || (probes && phase === 'keepalive'))
}

function* judgeUse({ n, at, http, rpc, session, id }: Exchange, before: Exchange[]): Iterable<string> {
  // What is resumed, cancelled or ended belongs to the session that it began in, and so does what had to wait.
  if (http !== 'POST' || !session || rpc?.startsWith('notifications/')) return
  if (before.some((other) => other.id === id && other.session === session)) return
  const told = before.filter((other) => other.rpc === 'notifications/initialized')
  // Until the greeting is over, the session before it is still the current one.
  const over = told.findLast(({ headAt }) => headAt !== undefined && headAt <= at)
  if (session !== over?.session && session !== told.at(-1)?.session) {
    yield `request ${n} works in a session that is not the current one`
  }
}
