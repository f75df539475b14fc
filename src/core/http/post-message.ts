/** Posts one message until the server takes it: one that is busy is asked once more. */

import type { JsonRpcMessage } from '../../types/jsonrpc.ts'
import type { HttpError } from '../errors.ts'
import type { Deadline } from '../util/deadline.ts'
import { delay } from '../util/delay.ts'
import { readRefusal } from './error-response.ts'
import type { Reply, Wire } from './http-client.ts'

/** The longest that a busy server is waited for, in milliseconds. */
const MOST_PATIENCE = 10_000

/** Throws what a status of 400 or more means. */
export async function postMessage(
  wire: Wire,
  message: JsonRpcMessage,
  session: Record<string, string>,
  deadline: Deadline,
  url?: string,
): Promise<Reply> {
  const rpc = 'method' in message ? message.method : 'a response'
  const headers = { ...session, accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify(message), rpc, ...(url && { url }) } as const
  for (let attempt = 1; ; attempt++) {
    const reply = await wire.send(request, deadline)
    if (reply.status < 400) return reply
    const error = await readRefusal(wire, reply, rpc, deadline)
    // Only what was certainly not executed is sent again.
    const { delivery, retryAfterMs = Number.POSITIVE_INFINITY } = error as HttpError
    const busy = (reply.status === 429 || reply.status === 503) && delivery === 'not-executed'
    if (!busy || retryAfterMs > MOST_PATIENCE || attempt > 1) throw error
    wire.emit?.({ type: 'reconnect', what: 'request', attempt, delay: retryAfterMs, reason: error.message })
    await delay(wire.environment, retryAfterMs, deadline)
  }
}
