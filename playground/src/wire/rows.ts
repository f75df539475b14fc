/** The rows of the timeline: a lane for each HTTP request, a note for each other event of the connection. */
import type { WireEvent } from 'mcp-over-fetch'
import type { Answer, Exchange, SchemaMismatch } from '../state/outcome.ts'
import type { Message } from './messages.ts'

export type EventOf<T extends WireEvent['type']> = Extract<WireEvent, { type: T }>

/** The contents of one request and its response, with truncated bodies. Headers and URL contain secrets. */
export interface Recorded {
  url: string
  sentHeaders: Record<string, string>
  receivedHeaders: Record<string, string>
  request: string | undefined
  response: string
  /** The size of the whole response body. */
  bytes: number
  /** The server-sent events of the response; those in the middle of a long stream are left out. */
  messages: readonly Message[]
  /** How many there were in all. */
  messageCount: number
}

export interface Lane {
  kind: 'lane'
  key: string
  /** The id of the server that it was sent to. */
  server?: number | undefined
  /** Unique in the page. */
  number: number
  method: string
  url: string
  /** The JSON-RPC method, or the purpose of the request. */
  rpc: string | undefined
  /** The tool, resource or prompt that it is about, or the question that it answers. */
  subject?: string | undefined
  /** The key of the call that caused it. */
  call?: string | undefined
  headers: Record<string, string>
  start: number
  status?: number
  responseHeaders?: Record<string, string>
  headersAt?: number
  end?: number
  outcome?: 'read' | 'cancelled' | 'failed'
  drain?: { outcome: string; at: number }
  /** The JSON-RPC id of the request; undefined for what is not answered by a message. */
  id?: unknown
  /** What its answer says, on whatever stream it arrived. */
  answer?: Answer | undefined
  /** The message that answers it, if that arrived on another stream. */
  answeredElsewhere?: Pick<Message, 'index' | 'at' | 'data'>
  /** How the result violates the output schema of its tool. */
  mismatch?: SchemaMismatch | undefined
  /** Why there is no answer, where the client says so. */
  failure?: Exchange['failure']
  /** Another request reads on where this one ended. */
  isContinued?: boolean
  /** When its stream events arrived. */
  eventTimes: number[]
  /** The question of the server that this request answers. */
  question?: Question | undefined
  /** A 401 or 403 that `oauth()` answered; `isHidden` when the page sees no WWW-Authenticate. */
  refusal?: { status: number; headers: Record<string, string>; at: number; isHidden?: boolean }
  /** A request of the OAuth flow, which the client does not report. */
  auth?: true
  recorded?: Recorded
}

export interface Question {
  method: string
  /** When it was asked. */
  at: number
}

export type NoteEvent = EventOf<
  | 'reconnect'
  | 'fallback'
  | 'session-replaced'
  | 'keepalive'
  | 'ignored'
  | 'warning'
  | 'status'
  | 'era'
  | 'contradiction'
>

export interface Note {
  kind: 'note'
  key: string
  /** The id of the server whose connection it is about. */
  server?: number | undefined
  event: NoteEvent
  /** The key of the call that it belongs to. */
  call?: string | undefined
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
  'contradiction',
])

export function isNoteEvent(event: WireEvent): event is NoteEvent {
  return noteTypes.has(event.type)
}

/** The CSS class that decides its colour. */
export function noteClass({ event }: Note): string {
  return event.type === 'status' ? `note-${event.status}` : `note-${event.type}`
}

/** A server of 2025-11-25 or before refuses the first question of the client; that is how its revision is found out. */
export function isRefusedProbe({ rpc, status = 0 }: Lane): boolean {
  return rpc === 'server/discover' && [400, 404, 405, 406, 415, 422].includes(status)
}

/** Streams that are open for as long as the connection is, and say something now and then. */
export function isQuiet({ rpc, outcome, status = 200 }: Lane): boolean {
  if (outcome === 'failed' || status >= 400) return false
  return rpc === 'listening' || rpc === 'endpoint' || rpc === 'subscriptions/listen'
}

export function startOf(row: Row): number {
  return row.kind === 'lane' ? (row.question?.at ?? row.start) : row.event.timestamp
}

export function endOf(row: Row, now: number): number {
  if (row.kind === 'note') return row.event.timestamp + (row.event.type === 'reconnect' ? row.event.delay : 0)
  if (row.drain) return row.drain.at
  return row.end ?? now
}
