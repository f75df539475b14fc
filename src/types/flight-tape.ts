/** What `mcp-over-fetch/recorder` exports, and `mcp-over-fetch/testing` replays. */

/** The last requests of a client as plain JSON, without secrets. Times are in milliseconds since `startedAt`. */
export interface FlightTape {
  /** The version of the format. */
  version: 1
  /** The kind of tape. */
  kind: 'flight'
  /** ISO 8601: when the recorder was created. */
  startedAt: string
  /** The requests in the order in which they were sent. Older ones were dropped to stay within the limit. */
  wire: FlightEntry[]
}

/** A request and its response. Without `status` and `failed`, it had no response. */
export interface FlightEntry {
  /** When it was sent. */
  at: number
  /** The HTTP method. */
  method: string
  /** The whole address. */
  url: string
  /** The headers that were sent. */
  requestHeaders: Record<string, string>
  /** The body that was sent. */
  body?: string
  /** When the response or the failure came. */
  answeredAt?: number
  /** The status of the response. */
  status?: number
  /** Where it came from, if redirects were followed. */
  finalUrl?: string
  /** The headers of the response. */
  headers?: Record<string, string>
  /** Its body: event by event for a stream, otherwise in one piece, each with the time when it was complete. */
  parts?: [at: number, text: string][]
  /** Bytes at the beginning of the body that were dropped to stay within the limit. */
  lost?: number
  /** How the body ended: by the server, by the network, or by the client. Absent while it is open. */
  ended?: 'closed' | 'cut' | 'cancelled'
  /** When it ended. */
  endedAt?: number
  /** The message of the error that `fetch` rejected with. */
  failed?: string
  /** The code of its cause, such as ECONNREFUSED, where a runtime has one. */
  failedCode?: string
  /** The client aborted the request before there was a response. */
  aborted?: true
}
