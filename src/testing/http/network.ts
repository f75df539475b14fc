/** What happened between client and server beside the request and its response. */

export interface Network {
  /** Whether the client's abort has no effect. */
  ignoresAbort?: boolean
}
