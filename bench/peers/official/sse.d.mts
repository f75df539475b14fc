/** The type of the HTTP+SSE transport, so that type checking needs no install in this folder. */
export class SSEClientTransport {
  constructor(url: URL)
}
