/** The errors of the relay itself, and the responses that tell pages of them. */
import type { Delivery } from '../core/index.ts'
import { pageHeaders, RELAY_HEADER } from './relay-headers.ts'
import type { RelayErrorReason } from './types.ts'

/** The JSON of a response that is the relay's own. */
export interface RefusalBody {
  error: RelayErrorReason
  message: string
  delivery: Delivery
}

export class Refusal extends Error {
  readonly status: number
  readonly reason: RelayErrorReason
  readonly delivery: Delivery
  /** Milliseconds. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    reason: RelayErrorReason,
    message: string,
    delivery: Delivery = 'not-executed',
    retryAfter?: number,
  ) {
    super(message)
    this.status = status
    this.reason = reason
    this.delivery = delivery
    this.retryAfter = retryAfter
  }
}

/** `page` is undefined for a page that may not read it. */
export function toResponse(refusal: Refusal, page: string | null | undefined): Response {
  const { status, reason: error, message, delivery, retryAfter } = refusal
  const headers = pageHeaders(page, [RELAY_HEADER, 'retry-after'])
  headers.set(RELAY_HEADER, 'error')
  headers.set('content-type', 'application/json')
  if (retryAfter) headers.set('retry-after', `${Math.ceil(retryAfter / 1000)}`)
  if (status === 405) headers.set('allow', 'GET, POST, DELETE')
  const body: RefusalBody = { error, message, delivery }
  return new Response(JSON.stringify(body), { status, headers })
}
