/** How servers say that they have lost a session: 404 or 410 (basic/transports), or in words with other statuses. */
import { INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, RESOURCE_NOT_FOUND } from '../error-codes.ts'

interface ServerError {
  status?: number
  rpcCode?: number
  rpcMessage?: string
  bodyPreview?: string
  headers?: Headers
}

/** With these codes a 404 concerns the request, not the session. */
const REQUEST_CODES = [METHOD_NOT_FOUND, INVALID_PARAMS, RESOURCE_NOT_FOUND]

/** The codes that servers use for a lost session: those without a meaning of their own. */
const VAGUE_CODES = [undefined, -32_000, -32_001, INVALID_REQUEST]

/** At the start of a clause, so that a tool or an argument named `session` is not taken for the session. */
const WORDS =
  /(?:^|[^\w\s]\s?)(?:there is )?(?:(?:(?:no|or|valid|invalid|unknown|missing|expired|such|active|mcp) )+session(?:[ -]?id)?(?:$|[^\w\s]| (?:provided|found|for|with)\b)|(?:mcp )?session(?:[ -]?id)?(?: (?=\S*\d)[\w-]+)?(?: (?:has|been|was|is))* (?:not (?:found|initialized|valid)|expired|terminated|does not exist)|session id required|server (?:is )?not initialized|no (?:active )?(?:transport|sse connection)\b)/i

/** `plainly`: only if the words say so. `statuses` are those that count with such words, besides 400, 401, 404 and 410. */
export function isSessionLoss(error: unknown, plainly = false, statuses: readonly number[] = []): boolean {
  const { status = 0, rpcCode, rpcMessage, bodyPreview = '', headers } = (error ?? {}) as ServerError
  const isGone = status === 404 || status === 410
  if (isGone && !plainly) return !REQUEST_CODES.includes(rpcCode!)
  // With a challenge, the token is the problem.
  const isWorded = isGone || status === 400 || (status === 401 && !headers?.has('www-authenticate'))
  return (
    (isWorded || statuses.includes(status)) && VAGUE_CODES.includes(rpcCode) && WORDS.test(rpcMessage ?? bodyPreview)
  )
}
