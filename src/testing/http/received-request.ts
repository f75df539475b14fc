/** A request whose body has been read. */

export interface ReceivedRequest {
  request: Request
  /** Path inside the realm. */
  path: string
  text: string
  /** The parsed body, or its text if it is not JSON. */
  body: unknown
}
