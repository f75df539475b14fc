/** An error response of the authorization server (RFC 6749, section 5.2). */
import { jsonResponse } from '../http/responses.ts'

export class OAuthError extends Error {
  readonly error: string
  readonly response: Response
  constructor(error: string, description: string, status = 400, headers: Record<string, string> = {}) {
    super(`${error}: ${description}`)
    this.error = error
    this.response = jsonResponse(status, { error, error_description: description }, headers)
  }
}
