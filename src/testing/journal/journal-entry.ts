/** One HTTP request in the journal, and what became of its response. */

export interface JournalEntry {
  n: number
  /** Milliseconds on the server's clock. */
  at: number
  http: string
  /** Path inside the realm, with its query. */
  path: string
  /** Lower-case names. */
  headers: Record<string, string>
  /** The parsed body, or its text if it is not JSON. */
  body?: unknown
  rpc?: string
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
