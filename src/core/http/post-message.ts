/** Posts one JSON-RPC message; once more if the server asks to come back within a few seconds. */
import type { JsonRpcMessage, JsonRpcRequest } from '../../types/jsonrpc.ts'
import type { Deadline } from '../util/deadline.ts'
import { delay } from '../util/delay.ts'
import { readErrorResponse } from './error-response.ts'
import type { HttpContext } from './http-client.ts'
import type { HttpRequest, HttpResponse } from './request.ts'
import { waitBeforeRetry } from './retry-after.ts'

/**
 * Rejects with the error of a response with a status of 400 or more. `url` replaces the endpoint. Not an async function,
 * since every level of those costs each call several microtasks and 500 bytes.
 */
export function postMessage(
  context: HttpContext,
  message: JsonRpcMessage,
  mcpHeaders: Record<string, string>,
  deadline: Deadline,
  url?: string,
): Promise<HttpResponse> {
  const rpcMethod = 'method' in message ? message.method : 'a response'
  const mediaTypes = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  const headers = { ...mcpHeaders, ...mediaTypes }
  const request = {
    method: 'POST',
    headers,
    body: JSON.stringify(withTrace(context, message, deadline.call)),
    rpcMethod,
    url,
  } as const
  return context.http
    .send(request, deadline)
    .then((response) => (response.status < 400 ? response : repeat(context, request, response, deadline)))
}

/** Sends the request once more if the server asks for that; else throws the error. */
async function repeat(
  context: HttpContext,
  request: HttpRequest & { rpcMethod: string },
  refused: HttpResponse,
  deadline: Deadline,
): Promise<HttpResponse> {
  const { http, environment, emit } = context
  const { rpcMethod } = request
  const error = await readErrorResponse(context, refused, rpcMethod, deadline)
  const wait = waitBeforeRetry(error)
  if (wait === undefined) throw error
  // It was refused.
  deadline.setSent(false)
  emit?.({ type: 'reconnect', target: 'request', attempt: 1, delay: wait, reason: error.message }, deadline.call)
  await delay(environment, wait, deadline)
  const response = await http.send(request, deadline)
  if (response.status < 400) return response
  throw await readErrorResponse(context, response, rpcMethod, deadline)
}

/** The message with the `_meta` of the option `trace`; what the message has itself stays. */
function withTrace({ settings, warn }: HttpContext, message: JsonRpcMessage, call: number | undefined): JsonRpcMessage {
  if (!settings.trace || !('method' in message)) return message
  try {
    const { id, method, params } = message as JsonRpcRequest
    const meta = settings.trace({ id, method, params, call })
    // A value that is no JSON must not fail the request either.
    JSON.stringify(meta)
    return meta ? { ...message, params: { ...params, _meta: { ...meta, ...(params?._meta as object) } } } : message
  } catch (error) {
    warn('trace failed', error, true, call)
    return message
  }
}
