/** A run as text, for the one who has to understand why a seed failed. */

import type { Exchange } from '../network/exchange.ts'
import type { Evidence } from './evidence.ts'
import type { PlayedCall } from './started-call.ts'

export function describe(evidence: Evidence): string[] {
  const { plan, startedAt, connectedAt, closedAt, connectError, calls, last, exchanges } = evidence
  const time = (at: number | undefined) => (at === undefined ? 'never' : `${at - startedAt}`)
  const happened: [number, string][] = [
    [connectedAt, `connected${connectError ? `: no, ${connectError}` : ''}`],
    [closedAt, 'closed'],
    ...plan.acts.map(({ at, act }): [number, string] => [connectedAt + at, `act ${JSON.stringify(act)}`]),
    ...[...calls, ...(last ? [last] : [])].flatMap((call) => describeCall(call)),
    ...exchanges.map((exchange): [number, string] => [exchange.at, describeExchange(exchange, time)]),
  ]
  const lines = happened.sort(([a], [b]) => a - b).map(([at, line]) => `${time(at).padStart(8)} ${line}`)
  const { seed, server, client, faults } = plan
  return [`seed ${seed} ${JSON.stringify({ server, client, faults })}`, ...lines]
}

function describeCall({
  plan,
  startedAt,
  settledAt,
  abortedAt,
  result,
  error,
  progress,
}: PlayedCall): [number, string][] {
  const { tag, tool, args, timeout } = plan
  const outcome = result ? JSON.stringify(result.content) : describeError(error)
  const ended = `${tag} settles: ${outcome}${progress.length > 0 ? `, progress ${progress}` : ''}`
  return [
    [startedAt, `${tag} starts: ${tool} ${JSON.stringify(args)}, timeout ${timeout}`],
    ...(abortedAt === undefined ? [] : [[abortedAt, `${tag} is aborted`] as [number, string]]),
    [settledAt, ended],
  ]
}

export function describeError(error: unknown): string {
  const { code, delivery } = (error ?? {}) as { code?: string; delivery?: string }
  return code ? `${code}, ${delivery}: ${error}` : JSON.stringify(error)
}

export function describeExchange(exchange: Exchange, time: (at: number | undefined) => string): string {
  const { n, http, rpc, id, tag, session, cursor, fault, reached, status, headAt, state, endedAt, text } = exchange
  const words = [
    `#${n} ${http} ${rpc ?? ''} ${id ?? ''} ${tag ?? ''}`,
    session && `session ${session.slice(0, 4)}`,
    cursor && `after ${cursor}`,
    fault && `[${fault}]`,
    reached ? '' : 'not reached',
    `→ ${status ?? 'no head'} at ${time(headAt)}, ${state} at ${time(endedAt)}, ${text.length} bytes`,
    text.length > 0 && JSON.stringify(text.slice(-300)),
  ]
  return words.filter(Boolean).join(' ')
}
