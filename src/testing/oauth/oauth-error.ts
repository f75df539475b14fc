/** How the authorization server says no. */
import { replyJson } from '../http/responses.ts'

export class OAuthFault extends Error {
  readonly response: Response
  constructor(error: string, description: string, status = 400, headers: Record<string, string> = {}) {
    super(`${error}: ${description}`)
    this.response = replyJson(status, { error, error_description: description }, headers)
  }
}
