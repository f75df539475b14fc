/** Sends the requests of an examination, and keeps what came back; it interprets nothing and repeats nothing. */
import type { Fetch } from 'mcp-over-fetch'
import { readBody } from './read-body.ts'

export interface Outgoing {
  /** @default 'POST' */
  method?: 'POST' | 'GET' | 'DELETE'
  url?: string
  headers?: Record<string, string>
  /** A message, or a text that is sent as it is. */
  body?: unknown
  /** Leaves the authorization out. */
  isBare?: boolean
  /** May outlive the page, and is sent also after the examination was stopped: it cleans up. */
  keepalive?: boolean
  /** Requests a document next to the endpoint. Its body is not a JSON-RPC message. */
  isDocument?: boolean
  /** @default that of all requests */
  redirect?: 'manual'
  /** Asks only whether anything is there; the response cannot be read. */
  isBlind?: boolean
  /** Milliseconds until the headers of the response. */
  limit?: number
}

export interface StreamEvent {
  event: string
  id: string | undefined
  data: string
}

/** One request and what came back, while it comes. */
export interface Exchange {
  number: number
  /** Sent without the authorization. */
  isBare: boolean
  /** Its body is not a JSON-RPC message. */
  isDocument: boolean
  method: string
  url: string
  /** Without the authorization. */
  headers: Record<string, string>
  body: string | undefined
  /** By the monotonic clock. */
  startedAt: number
  /** Absent when there was no response. */
  status?: number
  /** Why there was no response: the network or CORS, or the time limit. */
  failure?: 'rejected' | 'timeout'
  /** Which rule of CORS was broken, where a page is only imitated; browsers do not tell. */
  blocked?: Blocked
  /** The address answered with a redirect, which a browser hides. */
  isRedirect?: boolean
  responseHeaders: Record<string, string>
  /** The content type without parameters. */
  type: string
  /** Of bodies that are no stream, and the raw text of streams. */
  text: string
  events: StreamEvent[]
  /** All ids of events, also of those without data. */
  ids: string[]
  retry?: number
  /** When comments and other signs of life came, in milliseconds since the request. */
  signs: number[]
  /** The JSON-RPC messages of the body. */
  messages: Record<string, unknown>[]
  /** Bodies and event data that should be JSON-RPC messages and are not. */
  garbage: string[]
  /** Milliseconds until the headers, and until the end of the body. */
  headersMs?: number
  endMs?: number
  /** How the body ended; absent while it is open, and after the examination left. */
  end?: 'ended' | 'broken'
}

/** Why a browser would keep a request or its response from a page. */
export interface Blocked {
  reason: string
  /** Of the response that was judged. */
  status: number
  /** Its Access-Control-Allow-Origin. */
  allowedOrigin: string | null
  /** Whether the request itself was never sent. */
  isPreflight: boolean
}

export interface Live {
  exchange: Exchange
  /** Resolves with whether it became true before the time limit or the end of the body. */
  waitFor(test: () => boolean, ms: number): Promise<boolean>
  close(): void
}

export interface Http {
  exchanges: readonly Exchange[]
  /** Resolves when the headers came, or it is clear that none will. */
  open(outgoing: Outgoing): Promise<Live>
  /** Redirects are followed from now on. */
  followRedirects(): void
}

export interface HttpOptions {
  url: string
  /** Adds the authorization itself, where it is not in `headers`. */
  fetch: Fetch
  /** The same without authorization. */
  bareFetch: Fetch
  /** Sent with every request that is not bare. */
  headers: Record<string, string>
  /** Ends the requests that are sent from now on; asked for each. */
  signal(): AbortSignal
  /** Milliseconds that a request may take. */
  limit: number
  observer?: Observer | undefined
  /** Collects all exchanges in the order of their numbers. @default a new list */
  exchanges?: Exchange[] | undefined
}

/** Is told how requests go on. */
export interface Observer {
  /** Right before it is sent. */
  onSent(exchange: Exchange): void
  /** Its headers have come. */
  onResponse(exchange: Exchange): void
  /** Its body has ended, or is not read any more. */
  onEnd(exchange: Exchange): void
}

const ACCEPT = 'application/json, text/event-stream'

export function createHttp(options: HttpOptions): Http {
  const exchanges = options.exchanges ?? []
  let redirect: 'manual' | 'follow' = 'manual'
  return {
    exchanges,
    open,
    followRedirects() {
      redirect = 'follow'
    },
  }

  async function open(outgoing: Outgoing): Promise<Live> {
    const signal = options.signal()
    const { method = 'POST', url = options.url, isBare = false, limit = options.limit, body } = outgoing
    const { keepalive = false, isBlind = false, isDocument = false } = outgoing
    if (!keepalive) signal.throwIfAborted()
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
    const headers: Record<string, string> = isBlind
      ? {}
      : {
          accept: method === 'GET' ? 'text/event-stream' : ACCEPT,
          ...(text !== undefined && { 'content-type': 'application/json' }),
          ...outgoing.headers,
        }
    const started = performance.now()
    const exchange: Exchange = {
      number: exchanges.length + 1,
      isBare,
      isDocument,
      method,
      url,
      headers,
      body: text,
      startedAt: started,
      responseHeaders: {},
      type: '',
      text: '',
      events: [],
      ids: [],
      signs: [],
      messages: [],
      garbage: [],
    }
    exchanges.push(exchange)
    const leaving = new AbortController()
    const leave = () => leaving.abort(signal.reason)
    if (!keepalive) signal.addEventListener('abort', leave, { once: true })
    const timer = setTimeout(() => leaving.abort(), limit)
    const { observer } = options
    observer?.onSent(exchange)
    const send = isBare ? options.bareFetch : options.fetch
    try {
      const response = await send(url, {
        method,
        headers: isBare ? headers : { ...options.headers, ...headers },
        ...(text !== undefined && { body: text }),
        signal: leaving.signal,
        redirect: outgoing.redirect ?? redirect,
        credentials: 'omit',
        ...(method === 'GET' && { cache: 'no-store' as const }),
        ...(keepalive && { keepalive }),
        ...(isBlind && { mode: 'no-cors' as const }),
      })
      clearTimeout(timer)
      exchange.headersMs = performance.now() - started
      exchange.status = response.status
      exchange.isRedirect = response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)
      exchange.responseHeaders = Object.fromEntries(response.headers)
      exchange.type = (response.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
      observer?.onResponse(exchange)
      return readBody(exchange, response, leaving, () => {
        signal.removeEventListener('abort', leave)
        observer?.onEnd(exchange)
      })
    } catch (error) {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
      if (!keepalive) signal.throwIfAborted()
      exchange.failure = leaving.signal.aborted ? 'timeout' : 'rejected'
      const { blocked } = error as { blocked?: Blocked }
      if (blocked) exchange.blocked = blocked
      return { exchange, waitFor: async (test) => test(), close() {} }
    }
  }
}
