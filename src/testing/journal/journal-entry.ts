/** One HTTP request in the journal, and what became of its response. */

/** One HTTP request that reached the server, and what became of its response. */
export interface JournalEntry {
  /** Counted from 1, in the order of arrival. */
  number: number
  /** Milliseconds on the server's clock. */
  receivedAt: number
  /** The HTTP method, such as `POST`. */
  httpMethod: string
  /** Path on the server, with its query. */
  path: string
  /** The request headers, with lower-case names. */
  headers: Record<string, string>
  /** The parsed body, or its text if it is not JSON. */
  body?: unknown
  /** The JSON-RPC method of the body, or `response`; of a batch, that of its first message. */
  rpcMethod?: string
  /** The JSON-RPC id of the body. */
  id?: string | number | null
  /** The session that the request names, or that its response opened. */
  session?: string
  /** The HTTP status of the response; absent while there is none. */
  status?: number
  /** The media type of the response. */
  contentType?: string
  /** Bytes of response body that were written so far. */
  bytes: number
  /** SSE events written so far. */
  events: number
  /** How the response body ended; absent while it is open. */
  ended?: 'closed' | 'client-left' | 'fault' | 'no-body'
  /** When the response body ended, on the server's clock. */
  endedAt?: number
  /** The fault that was injected into this request. */
  fault?: string
  /** An error inside the mock itself, or of a tool whose output does not fit its schema. */
  error?: string
}
