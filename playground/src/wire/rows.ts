/** The rows of the timeline: a lane for each HTTP request, a note for each other event of the connection. */
import type { WireEvent } from 'mcp-over-fetch'

export type EventOf<T extends WireEvent['type']> = Extract<WireEvent, { type: T }>

/** The bodies of one request, truncated. */
export interface Recorded {
  request: string | undefined
  response: string
  /** The size of the whole response body. */
  bytes: number
}

export interface Lane {
  kind: 'lane'
  key: string
  /** The number of the request within its connection. */
  number: number
  method: string
  url: string
  /** The JSON-RPC method, or the purpose of the request. */
  rpc: string | undefined
  headers: Record<string, string>
  start: number
  status?: number
  responseHeaders?: Record<string, string>
  headersAt?: number
  end?: number
  outcome?: 'read' | 'cancelled' | 'failed'
  drain?: { outcome: string; at: number }
  /** When its stream events arrived. */
  eventTimes: number[]
  /** A request of the OAuth flow, which the client does not report. */
  auth?: true
  recorded?: Recorded
}

export type NoteEvent = EventOf<
  'reconnect' | 'fallback' | 'session-replaced' | 'keepalive' | 'ignored' | 'warning' | 'status' | 'era'
>

export interface Note {
  kind: 'note'
  key: string
  event: NoteEvent
}

export type Row = Lane | Note

const noteTypes = new Set([
  'reconnect',
  'fallback',
  'session-replaced',
  'keepalive',
  'ignored',
  'warning',
  'status',
  'era',
])

export function isNoteEvent(event: WireEvent): event is NoteEvent {
  return noteTypes.has(event.type)
}

/** The CSS class that decides its colour. */
export function noteClass({ event }: Note): string {
  return event.type === 'status' ? `note-${event.status}` : `note-${event.type}`
}

export function startOf(row: Row): number {
  return row.kind === 'lane' ? row.start : row.event.timestamp
}

export function endOf(row: Row, now: number): number {
  if (row.kind === 'note') return row.event.timestamp + (row.event.type === 'reconnect' ? row.event.delay : 0)
  if (row.drain) return row.drain.at
  return row.end ?? now
}
