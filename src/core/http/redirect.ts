/** The target of a redirect: it must be on the same origin, since requests may carry secrets, and keep the method. */
import { HttpError } from '../errors.ts'
import type { Deadline } from '../util/deadline.ts'
import { parseUrl } from '../util/parse-url.ts'
import { type Redactor, redactUrl } from './redact.ts'
import type { HttpResponse, RequestSender } from './request.ts'

export const isRedirect = ({ status, isOpaqueRedirect }: HttpResponse): boolean =>
  isOpaqueRedirect || (status >= 300 && status < 400)

/** The next URL. `hops` counts the redirects that were followed before. Throws if this one must not be followed. */
export async function redirectTarget(
  { bareGet }: RequestSender,
  { redact }: Redactor,
  { url, status, isOpaqueRedirect, headers, body }: HttpResponse,
  hops: number,
  deadline: Deadline,
): Promise<string> {
  const maxRedirects = 3
  body.cancel()
  // Browsers hide the target; a GET without our headers shows it, if it is redirected too.
  const location = isOpaqueRedirect ? (await bareGet(url, deadline))?.url : headers.get('location')
  const target = location && location !== url ? parseUrl(location, url) : undefined
  // These keep the method; a server that sends another status may have executed the request.
  const keepsMethod = status === 307 || status === 308
  const isInside = target?.origin === new URL(url).origin && !target.username && !target.password
  const mayFollow = (isOpaqueRedirect || keepsMethod) && isInside
  if (mayFollow && hops < maxRedirects) return target.href
  const reason = mayFollow ? 'that is one too many' : isInside ? 'that changes the method' : 'to another origin'
  const place = target ? `${reason}: ${redact(redactUrl(target.href))}` : 'to a place that is not shown'
  const message = `got a redirect ${status ? `(${status}) ` : ''}${place}`
  throw new HttpError(message, { status, headers, delivery: keepsMethod ? 'not-executed' : 'unknown' })
}
