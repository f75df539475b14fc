/** One HTTP request in the journal, and what became of its response. */

export interface JournalEntry {
  /** Counted from 1, in the order of arrival. */
  number: number
  /** Milliseconds on the server's clock. */
  receivedAt: number
  httpMethod: string
  /** Path inside the realm, with its query. */
  path: string
  /** Lower-case names. */
  headers: Record<string, string>
  /** The parsed body, or its text if it is not JSON. */
  body?: unknown
  /** The JSON-RPC method of the body, or `response`; of a batch, that of its first message. */
  rpcMethod?: string
  id?: string | number | null
  status?: number
  contentType?: string
  bytes: number
  /** SSE events written. */
  events: number
  /** How the response body ended; absent while it is open. */
  ended?: 'closed' | 'client-left' | 'fault' | 'no-body'
  endedAt?: number
  /** An error inside the mock itself. */
  error?: string
}
