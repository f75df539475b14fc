/** Errors and requests as text, for the traces of failing seeds. */
import type { Exchange } from './network/exchange.ts'

export type TraceLine = [at: number, text: string]

/** Sorts by time and counts the time from `start`. */
export function formatTrace(lines: TraceLine[], start: number): string[] {
  return lines.sort(([a], [b]) => a - b).map(([at, text]) => `${`${at - start}`.padStart(8)} ${text}`)
}

export function describeError(error: unknown): string {
  const { code, delivery } = (error ?? {}) as { code?: string; delivery?: string }
  return code ? `${code}, ${delivery}: ${error}` : JSON.stringify(error)
}

export function describeExchange(exchange: Exchange, start: number): TraceLine {
  const { number, at, http, rpc, id, tag, session, cursor, fault, reachedServer, status, text } = exchange
  const { respondedAt, state, endedAt } = exchange
  const time = (at: number | undefined) => (at === undefined ? 'never' : `${at - start}`)
  const words = [
    `#${number} ${http} ${rpc ?? ''} ${id ?? ''} ${tag ?? ''}`,
    session && `session ${session.slice(0, 4)}`,
    cursor && `after ${cursor}`,
    fault && `[${fault}]`,
    reachedServer ? '' : 'not received',
    `→ ${status ?? 'no response'} at ${time(respondedAt)}, ${state} at ${time(endedAt)}, ${text.length} bytes`,
    text.length > 0 && JSON.stringify(text.slice(-300)),
  ]
  return [at, words.filter(Boolean).join(' ')]
}
