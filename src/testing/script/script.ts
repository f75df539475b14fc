/** The vocabulary of scripts. Plain JSON, so that a test can send a script from any runtime. */

/** The requests that a rule is about. Every given field must match; preflights match only `httpMethod: 'OPTIONS'`. */
export interface Match {
  /** The HTTP method. */
  httpMethod?: 'POST' | 'GET' | 'DELETE' | 'OPTIONS'
  /** Path inside the realm, such as `/mcp` or `/sse`. */
  path?: string
  /** JSON-RPC method of the body, or `response`. */
  rpcMethod?: string
  /** `params.name` of a `tools/call`. */
  tool?: string
}

/** The first rule that applies decides. Each rule counts all requests that match it, also those that another one took. */
export interface Rule {
  /** The requests that it is about. */
  on: Match
  /** Only the nth request that matches `on` (1 is the first); absent: all of them. */
  nth?: number
  /**
   * Steps in order. At the end of the list an open stream is closed cleanly; a list that decides nothing passes.
   * A step that needs an open stream opens one. Scripted answers are for requests that the server would accept:
   * an unknown session is still refused, and only `respond` answers without any check.
   */
  do: Step[]
}

/** What happens to a request that a rule applies to. */
export type Step =
  // Anywhere
  | { delay: number }
  /** Reports `reached` and waits until the test releases it. A released barrier stays open. */
  | { barrier: string }
  // Before the head: one of these decides what kind of response it is
  /**
   * The ordinary behaviour of the server, as if there were no rule. If that is a stream, the steps that follow
   * happen to it while it goes on: delay, barrier, event, frame, comment, trickle, close, fault.
   */
  | { pass: true }
  | { respond: { status?: number; headers?: Record<string, string>; body?: string | object } }
  /** The request's own answer as `application/json`. */
  | { answerJson: true | object }
  /** Opens an SSE response. */
  | { stream: StreamHead }
  // On an open stream
  /** An event with an `id` is a position from which the stream can be resumed. */
  | { event: { id?: string; event?: string; data?: string | object; retry?: number | string } }
  | { frame: string }
  /** A priming event: a stored id, empty data, the configured `retry` or the given one. */
  | { prime: true | { id?: string; retry?: number } }
  | { comment: string }
  /** The request's own answer: computed by the server (`true`) or this result. `store` gives it an event id. */
  | { answer: true | object; store?: boolean }
  | { answerError: { code: number; message: string; data?: unknown }; id?: string | number | null }
  | { answerWithId: string | number | null; result: object }
  /** That many progress notifications for this request, or one notification as given. */
  | { notify: number | { method: string; params?: object }; store?: boolean }
  /** A server request; with `wait` the next step waits for the client's response. */
  | { serverRequest: { method: string; params?: object; id?: string | number }; wait?: boolean }
  /** Silence on the open stream, which ends at once when the client leaves. */
  | { hold: number | 'forever' }
  /** That many bytes of comment, repeated. */
  | { trickle: { bytes: number; every: number; times?: number } }
  /** From here on the work goes on with the connection closed: what follows is stored for replay. */
  | { closeConnection: true }
  | { close: true }
  /** Breaks the connection off; the client sees a network error. The work goes on as after `closeConnection`. */
  | { fault: true }

/** The head of an event stream, and how its bytes are written. */
export interface StreamHead {
  /** The HTTP status. @default 200 */
  status?: number
  /** Further response headers. */
  headers?: Record<string, string>
  /** What lines end with. @default '\n' */
  lineEnd?: '\n' | '\r\n' | '\r'
  /** Writes in pieces of this many bytes. */
  split?: number
  /** Declares a Content-Length: a stream that ends before it is a network error. */
  length?: number
}
