/** One request as the network saw it: what was sent, what the client got of the response, and how it ended. */
import type { FetchInit } from '../../../src/core/options.ts'

export interface Message {
  id?: number | string
  method?: string
  params?: { [key: string]: unknown; arguments?: Record<string, unknown>; _meta?: Record<string, unknown> }
}

export interface Exchange {
  n: number
  at: number
  http: string
  path: string
  headers: Record<string, string>
  /** What was posted. */
  message: Message | undefined
  /** The JSON-RPC method; undefined without a body. */
  rpc: string | undefined
  id: number | string | undefined
  /** The call it belongs to. */
  tag: string | undefined
  session: string | undefined
  cursor: string | undefined
  /** What befell it, if anything. */
  fault: string | undefined
  /** Where in the client's work it belongs. */
  phase: string
  /** Whether the server got it. */
  reached: boolean
  status: number | undefined
  retryAfter: boolean
  /** When the client got the head, or learnt that there is none. */
  headAt: number | undefined
  /** What the client has read. */
  text: string
  state: 'pending' | 'open' | 'read' | 'cancelled' | 'failed'
  endedAt: number | undefined
  /** The client aborted it; a network that ignores that goes on all the same. */
  abortedAt: number | undefined
  /** When the text had reached which length. */
  reads: { at: number; length: number }[]
}

export function createExchange(
  n: number,
  at: number,
  url: string,
  { method, headers, body }: FetchInit,
  isConnected: boolean,
): Exchange {
  const message: Message | undefined = body === undefined ? undefined : JSON.parse(body)
  const { pathname, search } = new URL(url)
  const cursor = headers['last-event-id']
  return {
    n,
    at,
    http: method,
    path: pathname,
    headers,
    message,
    rpc: message?.method,
    id: message?.id,
    tag: message?.params?.arguments?.tag as string | undefined,
    // HTTP+SSE names the session in the address.
    session: headers['mcp-session-id'] ?? (search || undefined),
    cursor,
    fault: undefined,
    phase: phaseOf(method, message?.method, cursor, isConnected),
    reached: false,
    status: undefined,
    retryAfter: false,
    headAt: undefined,
    text: '',
    state: 'pending',
    endedAt: undefined,
    abortedAt: undefined,
    reads: [],
  }
}

/** Where a request belongs, told from the request alone and from what went before. */
function phaseOf(http: string, rpc: string | undefined, cursor: string | undefined, connected: boolean): string {
  if (http === 'DELETE' || rpc === 'notifications/cancelled') return 'farewell'
  if (rpc === 'initialize' || rpc === 'notifications/initialized') return connected ? 'healing' : 'connecting'
  if (!connected) return 'connecting'
  if (http === 'GET') return cursor ? 'resuming' : 'listening'
  if (rpc === 'tools/call') return 'calling'
  return rpc === undefined ? 'answering' : 'keepalive'
}

/** The frames that have passed completely. */
export function framesOf(text: string): { id: string | undefined; data: string }[] {
  return text
    .split(/\r?\n\r?\n/)
    .slice(0, -1)
    .map((frame) => {
      const lines = frame.split(/\r?\n/)
      const field = (name: string) =>
        lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).replace(/^ /, ''))
      return { id: field('id')[0], data: field('data').join('\n') }
    })
}

/** Whether no frame is cut off at the end of the text. */
export function isWhole(text: string): boolean {
  return text === '' || /\n\r?\n$/.test(text)
}

export function holdsAnyAnswer(text: string): boolean {
  return /"id":\d+,"result"/.test(text)
}

/** The read that completed the answer to the request with this id. */
export function answerIn({ text, reads }: Exchange, id: Exchange['id']): Exchange['reads'][number] | undefined {
  const start = id === undefined ? -1 : text.indexOf(`"jsonrpc":"2.0","id":${JSON.stringify(id)},"result"`)
  if (start < 0) return undefined
  const isJson = text.startsWith('{')
  const end = isJson ? text.length : text.indexOf('\n\n', start) + 2
  return end < start ? undefined : reads.find(({ length }) => length >= end)
}
