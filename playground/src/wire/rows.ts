/** What the timeline is made of: one lane for each HTTP request, one note for each decision of the client. */
import type { WireEvent } from 'mcp-over-fetch'

export type EventOf<T extends WireEvent['type']> = Extract<WireEvent, { type: T }>

/** What passed through `fetch`, cut off where it is long. */
export interface Recorded {
  request: string | undefined
  response: string
  /** Bytes in all. */
  bytes: number
}

export interface Lane {
  kind: 'lane'
  key: string
  n: number
  method: string
  url: string
  /** The JSON-RPC method, or what the request is for. */
  rpc: string | undefined
  headers: Record<string, string>
  start: number
  status?: number
  responseHeaders?: Record<string, string>
  headAt?: number
  end?: number
  how?: 'read' | 'cancelled' | 'failed'
  drain?: { how: string; at: number }
  /** When its stream events came. */
  marks: number[]
  /** A request of the authorization, which the client does not report. */
  auth?: true
  recorded?: Recorded
}

export type NoteEvent = EventOf<
  'reconnect' | 'fallback' | 'session-replaced' | 'keepalive' | 'quarantined' | 'warning' | 'status' | 'era'
>

export interface Note {
  kind: 'note'
  key: string
  event: NoteEvent
}

export type Row = Lane | Note

const noted = new Set([
  'reconnect',
  'fallback',
  'session-replaced',
  'keepalive',
  'quarantined',
  'warning',
  'status',
  'era',
])

export function isNoteEvent(event: WireEvent): event is NoteEvent {
  return noted.has(event.type)
}

/** What it is drawn as. */
export function signOf({ event }: Note): string {
  return event.type === 'status' ? `note-${event.status}` : `note-${event.type}`
}

export function startOf(row: Row): number {
  return row.kind === 'lane' ? row.start : row.event.at
}

export function endOf(row: Row, now: number): number {
  if (row.kind === 'note') return row.event.at + (row.event.type === 'reconnect' ? row.event.delay : 0)
  if (row.drain) return row.drain.at
  return row.end ?? now
}
