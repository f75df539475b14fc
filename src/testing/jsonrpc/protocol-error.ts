/** A JSON-RPC error as the server's own code throws it. */

export class ProtocolError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}
