/** One HTTP request as the network saw it: what was sent, what the client read of the response, and how it ended. */
import type { FetchInit } from '../../../src/core/fetch.ts'
import type { Fault } from './faults.ts'

export interface Message {
  id?: number | string
  method?: string
  params?: { [key: string]: unknown; arguments?: Record<string, unknown>; _meta?: Record<string, unknown> }
}

/** What the client sent the request for, as far as the request tells. */
export type Phase =
  | 'connecting'
  | 'replacing session'
  | 'calling'
  | 'listening'
  | 'resuming'
  | 'keepalive'
  | 'responding'
  | 'cancelling or closing'

export interface Exchange {
  /** Counted from 1, in the order of sending. */
  number: number
  at: number
  http: string
  path: string
  /** The address is the target of a redirect. */
  isMoved: boolean
  headers: Record<string, string>
  /** The body of a POST. */
  message: Message | undefined
  /** The JSON-RPC method; undefined without a body. */
  rpc: string | undefined
  id: number | string | undefined
  /** The call that it belongs to. */
  tag: string | undefined
  session: string | undefined
  /** The `Last-Event-ID` header. */
  cursor: string | undefined
  /** The fault that it was given and the name of that; it may have no effect. */
  drawn: [name: string, fault: Fault] | undefined
  /** The fault that took effect on it, if any. */
  fault: string | undefined
  phase: Phase
  reachedServer: boolean
  status: number | undefined
  retryAfter: boolean
  /** When the client got the response headers, or the error instead of them. */
  respondedAt: number | undefined
  /** What the client has read of the body. */
  text: string
  state: 'pending' | 'open' | 'read' | 'cancelled' | 'failed'
  endedAt: number | undefined
  /** When the client aborted it; a network that ignores the signal goes on all the same. */
  abortedAt: number | undefined
  /** The length of `text` after each read. */
  reads: { at: number; length: number }[]
}

/** More requests than any run needs; a client that sends more is in a loop. Polling a stream takes four in a second. */
export const MAX_REQUESTS = 1_000

export function createExchange(
  number: number,
  at: number,
  url: string,
  { method, headers, body }: FetchInit,
  isConnected: boolean,
): Exchange {
  const message: Message | undefined = body === undefined ? undefined : JSON.parse(body)
  const { pathname, search, searchParams } = new URL(url)
  const isMoved = searchParams.has('moved')
  const sseSession = isMoved
    ? searchParams.get('session_id') && `?session_id=${searchParams.get('session_id')}`
    : search
  const cursor = headers['last-event-id']
  return {
    number,
    at,
    http: method,
    path: pathname,
    isMoved,
    headers,
    message,
    rpc: message?.method,
    id: message?.id,
    tag: message?.params?.arguments?.tag as string | undefined,
    // HTTP+SSE has the session in the query of the endpoint.
    session: headers['mcp-session-id'] ?? (sseSession || undefined),
    cursor,
    drawn: undefined,
    fault: undefined,
    phase: phaseOf(method, message?.method, cursor, isConnected),
    reachedServer: false,
    status: undefined,
    retryAfter: false,
    respondedAt: undefined,
    text: '',
    state: 'pending',
    endedAt: undefined,
    abortedAt: undefined,
    reads: [],
  }
}

function phaseOf(http: string, rpc: string | undefined, cursor: string | undefined, isConnected: boolean): Phase {
  if (http === 'DELETE' || rpc === 'notifications/cancelled') return 'cancelling or closing'
  if (!isConnected) return 'connecting'
  if (rpc === 'initialize' || rpc === 'notifications/initialized') return 'replacing session'
  if (http === 'GET') return cursor ? 'resuming' : 'listening'
  if (rpc === 'tools/call') return 'calling'
  return rpc === undefined ? 'responding' : 'keepalive'
}

/** The SSE events that are complete. */
export function eventsIn(text: string): { id: string | undefined; data: string }[] {
  return text
    .split(/\r?\n\r?\n/)
    .slice(0, -1)
    .map((event) => {
      const lines = event.split(/\r?\n/)
      const field = (name: string) =>
        lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).replace(/^ /, ''))
      return { id: field('id')[0], data: field('data').join('\n') }
    })
}

/** Whether the text does not end inside of an SSE event. */
export function endsBetweenEvents(text: string): boolean {
  return text === '' || /\n\r?\n$/.test(text)
}

export function hasAnyAnswer(text: string): boolean {
  return /"id":\d+,"result"/.test(text)
}

/** The read that completed the answer to the request with this id. */
export function findAnswer({ text, reads }: Exchange, id: Exchange['id']): Exchange['reads'][number] | undefined {
  const start = id === undefined ? -1 : text.indexOf(`"jsonrpc":"2.0","id":${JSON.stringify(id)},"result"`)
  if (start < 0) return undefined
  const isJson = text.startsWith('{')
  const end = isJson ? text.length : text.indexOf('\n\n', start) + 2
  return end < start ? undefined : reads.find(({ length }) => length >= end)
}
