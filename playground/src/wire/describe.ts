/** Describes rows and events of the wire in words. */
import { isMcpError } from 'mcp-over-fetch'
import { formatBytes, formatDuration } from '../ui/format.ts'
import { toText } from '../ui/json.ts'
import { outcomeOfLane } from './exchange.ts'
import type { Lane, Note } from './rows.ts'

export function laneName(lane: Lane): string {
  const { rpc, method, auth, subject, question } = lane
  if (rpc === undefined) return method === 'DELETE' ? 'end session' : method
  if (rpc === 'endpoint') return 'open stream (HTTP+SSE)'
  if (question && rpc === 'a response') return `answer · ${question.method}`
  const name = subject === undefined ? rpc : `${rpc} · ${subject}`
  return !auth && isResumed(lane) ? `${name}, resumed` : name
}

/** Whether it reads a stream on that was opened by another request. */
export function isResumed({ method, rpc, headers }: Lane): boolean {
  if (method !== 'GET' || rpc === undefined || rpc === 'endpoint') return false
  return rpc !== 'listening' || 'last-event-id' in headers
}

/** The whole sentence about a request, for tooltips and screen readers. */
export function laneSummary(lane: Lane): string {
  const { method, status, eventTimes, start, end, drain, recorded, question } = lane
  const { kind, headline, reason } = outcomeOfLane(lane)
  const parts = [`${method} ${laneName(lane)}`, status === undefined ? 'no answer' : `status ${status}`]
  if (eventTimes.length > 0) parts.push(plural(eventTimes.length, 'event'))
  if (recorded && recorded.bytes > 0) parts.push(formatBytes(recorded.bytes))
  parts.push(end === undefined ? 'still open' : formatDuration(end - start))
  if (question) parts.push(`${formatDuration(start - question.at)} after the question`)
  if (!unremarkable.has(kind)) parts.push(kind === 'probe' ? reason : headline + (reason ? `: ${reason}` : ''))
  if (drain) parts.push(`drained: ${drain.outcome}`)
  return parts.join(', ')
}

/** What the status says already. */
const unremarkable = new Set(['ok', 'accepted', 'pending', 'http'])

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

export function noteText({ event }: Note): string {
  switch (event.type) {
    case 'reconnect':
      return `${event.target === 'request' ? 'send again' : `reopen ${event.target}`} ${event.delay > 0 ? `in ${formatDuration(event.delay)}` : 'now'}: ${event.reason}`
    case 'fallback':
      return `falls back to ${event.to === 'sse' ? 'HTTP+SSE' : 'Streamable HTTP'}${event.status ? ` after ${event.status}` : ''}`
    case 'session-replaced':
      return 'new session: the old one was gone'
    case 'keepalive':
      return `keepalive ${event.method} ${event.ok ? 'answered' : 'unanswered'}`
    case 'ignored':
      return `set aside: ${event.reason}`
    case 'warning':
      return `${event.message}${event.error === undefined ? '' : `: ${errorText(event.error)}`}`
    case 'status':
      return event.status
    case 'contradiction':
      return `not as its card says: ${event.claim} is ${toText(event.server)}, not ${toText(event.card)}`
    case 'era':
      return `negotiated ${event.protocolVersion}${eraSource[event.reason]}`
  }
}

const eraSource = { probe: '', remembered: ', as before', corrected: ', not the version of before' } as const

export function errorText(error: unknown): string {
  if (isMcpError(error)) return `${error.name} (${error.code}): ${error.message}`
  return error instanceof Error ? `${error.name}: ${error.message}` : toText(error)
}
