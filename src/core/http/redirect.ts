/** The target of a redirect: it must be on the same origin, since requests may carry secrets, and keep the method. */
import { HttpError } from '../errors.ts'
import type { Deadline } from '../util/deadline.ts'
import { redactUrl } from './redact.ts'
import type { HttpResponse, RequestSender } from './request.ts'

const MAX_REDIRECTS = 3

export const isRedirect = ({ status, isOpaqueRedirect }: HttpResponse): boolean =>
  isOpaqueRedirect || (status >= 300 && status < 400)

/** The next URL. `hops` counts the redirects that were followed before. Throws if this one must not be followed. */
export async function redirectTarget(
  { bareGet }: RequestSender,
  url: string,
  { status, isOpaqueRedirect, headers, body }: HttpResponse,
  hops: number,
  deadline: Deadline,
): Promise<string> {
  // 307 and 308 keep the method. Browsers hide the target; a GET without our headers follows the redirect and shows it.
  const location = isOpaqueRedirect ? (await bareGet(url, deadline))?.url : status > 306 && headers.get('location')
  body.cancel()
  const target = location ? new URL(location, url) : undefined
  if (target?.origin === new URL(url).origin && hops < MAX_REDIRECTS) return target.href
  const message = `Expected an answer from ${redactUrl(url)}, got a redirect (${status}) too many or out of the origin`
  // 303 is the answer of a server that has executed the request.
  throw new HttpError(message, { status, headers, delivery: status === 303 ? 'unknown' : 'not-executed' })
}
