/** Something that happens now, to connections that are already there. Plain JSON. */

export type Act =
  | { expireSessions: true }
  /** Forgets everything but the configuration, the script and the journal; all streams end. */
  | { restart: true }
  /** A notification to every listening stream (GET, HTTP+SSE, `subscriptions/listen`). */
  | { notify: { method: string; params?: object } }
  | { serverRequest: { method: string; params?: object } }
  | { closeStreams: 'get' | 'post' | 'sse' | 'all' }
  /** Access tokens that were used so far are refused from now on. */
  | { expireTokens: true }
  /** Clients that registered dynamically are unknown from now on. */
  | { forgetClients: true }
