/** How servers say that they have lost a session: 404 or 410 (basic/transports), or in words with other statuses. */
import { INVALID_PARAMS, METHOD_NOT_FOUND, RESOURCE_NOT_FOUND } from '../error-codes.ts'
import { LOST_SESSION } from '../util/lost-session-words.ts'

interface ServerError {
  status?: number
  rpcCode?: number
  rpcMessage?: string
  bodyPreview?: string
  headers?: Headers
}

/** With these codes a 404 concerns the request, unless its words say that the session is lost. */
const REQUEST_CODES = [METHOD_NOT_FOUND, INVALID_PARAMS, RESOURCE_NOT_FOUND]

/** `onlyInWords`: only if the words say so. `otherStatus` counts with such words, besides 400, 401, 404 and 410. */
export function isSessionLoss(error: unknown, onlyInWords?: boolean, otherStatus?: number): boolean {
  const { status = 0, rpcCode, rpcMessage, bodyPreview = '', headers } = (error ?? {}) as ServerError
  const isGone = status === 404 || status === 410
  if (isGone && !onlyInWords && !REQUEST_CODES.includes(rpcCode!)) return true
  // With a challenge, the token is the problem.
  const isPossible =
    isGone || status === 400 || status === otherStatus || (status === 401 && !headers?.has('www-authenticate'))
  // From -32002 down, codes have a meaning of their own; other statuses tell a lost session by -32000, -32001 or none.
  const hasOtherMeaning = !isGone && rpcCode! <= RESOURCE_NOT_FOUND
  return isPossible && !hasOtherMeaning && LOST_SESSION.test(rpcMessage ?? bodyPreview)
}
