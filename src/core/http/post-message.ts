/** Posts one JSON-RPC message; once more if the server asks to come back within a few seconds. */
import type { JsonRpcMessage, JsonRpcRequest } from '../../types/jsonrpc.ts'
import type { Deadline } from '../util/deadline.ts'
import { delay } from '../util/delay.ts'
import { readErrorResponse } from './error-response.ts'
import type { HttpContext } from './http-client.ts'
import type { HttpResponse } from './request.ts'
import { waitBeforeRetry } from './retry-after.ts'

/** Throws the error of a response with a status of 400 or more. `url` replaces the endpoint. */
export async function postMessage(
  context: HttpContext,
  message: JsonRpcMessage,
  mcpHeaders: Record<string, string>,
  deadline: Deadline,
  url?: string,
): Promise<HttpResponse> {
  const { http, environment, emit } = context
  const { call } = deadline
  const rpcMethod = 'method' in message ? message.method : 'a response'
  const mediaTypes = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  const headers = { ...mcpHeaders, ...mediaTypes }
  const request = {
    method: 'POST',
    headers,
    body: JSON.stringify(withTrace(context, message, call)),
    rpcMethod,
    url,
  } as const
  for (let attempt = 1; ; attempt++) {
    const response = await http.send(request, deadline)
    if (response.status < 400) return response
    const error = await readErrorResponse(context, response, rpcMethod, deadline)
    const wait = attempt > 1 ? undefined : waitBeforeRetry(error)
    if (wait === undefined) throw error
    // It was refused.
    deadline.setSent(false)
    emit?.({ type: 'reconnect', target: 'request', attempt, delay: wait, reason: error.message }, call)
    await delay(environment, wait, deadline)
  }
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
