/** The `Retry-After` header: how long a busy server asks to wait, and whether we do. */
import type { HttpError, McpError } from '../errors.ts'

/** `Sun, 06 Nov 1994 08:49:37 GMT`. `Date.parse` takes much more for a date, such as `-1`. */
const HTTP_DATE = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/

/** Milliseconds from now; the header has seconds or a date (RFC 9110, section 10.2.3). */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  if (value && /^\d+$/.test(value)) return Number(value) * 1000
  const ms = value && HTTP_DATE.test(value) ? Date.parse(value) - now : Number.NaN
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0)
}

/** How long to wait before the request is sent again; undefined if it is not. Only what was not executed is re-sent. */
export function waitBeforeRetry(error: McpError): number | undefined {
  /** The longest wait before a request is sent again, in milliseconds. */
  const maxWait = 10_000
  const { status, delivery, retryAfterMs } = error as HttpError
  const isBusy = (status === 429 || status === 503) && delivery === 'not-executed'
  return isBusy && retryAfterMs !== undefined && retryAfterMs <= maxWait ? retryAfterMs : undefined
}
