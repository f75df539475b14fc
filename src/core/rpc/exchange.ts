/** One request: the messages that precede the answer are routed, and the answer ends it. */
import type { JsonRpcRequest, JsonRpcResponse } from '../../types/jsonrpc.ts'
import type { CallOptions } from '../call-options.ts'
import { ConnectionError, InvalidMessageError, isMcpError, RpcError } from '../errors.ts'
import type { Messages } from '../sse/messages.ts'
import type { Deadline } from '../util/deadline.ts'
import { isAnswer } from '../validation/json-rpc.ts'
import type { Channel } from './channel.ts'
import { createMessageRouter, type RouterContext } from './route-messages.ts'

/** The result of a response. Throws RpcError for an error, and InvalidMessageError for what is neither. */
export function resultOf(response: JsonRpcResponse, method: string): Record<string, unknown> {
  if ('invalid' in response) {
    const message = `Expected a result or an error in answer to ${method}, got another response`
    throw new InvalidMessageError(message, { delivery: 'answered' })
  }
  if ('error' in response) throw new RpcError(method, response.error)
  return response.result
}

/** Sends one request and routes the messages that come with its answer. Returns the result or throws RpcError. */
export async function sendAndCollect(
  context: RouterContext & { channel: Pick<Channel, 'send' | 'post'> },
  request: JsonRpcRequest,
  deadline: Deadline,
  options?: CallOptions,
): Promise<Record<string, unknown>> {
  const { method } = request
  // Created late, since before most answers there is nothing to route; but progress may also come on another stream.
  let router = options?.onProgress && createMessageRouter(context, deadline, request, options)
  let messages: Messages | undefined
  let isAnswered = false
  try {
    for (;;) {
      let batch: Awaited<ReturnType<Messages['next']>>
      let index: number
      try {
        messages ??= await context.channel.send(request, deadline, options)
        batch = await messages.next()
        if (!batch) throw new ConnectionError(`The response ended before the answer to ${method}`, { retryable: true })
        index = batch.findIndex((message) => isAnswer(message, request, context.settings))
        isAnswered = index >= 0
        if (isAnswered) messages.drain()
      } catch (cause) {
        deadline.check()
        // Other errors of send() come from the application, such as from its `headers` function, and pass unchanged.
        if (isMcpError(cause) || !messages) throw cause
        throw new ConnectionError(`The response failed before the answer to ${method}`, { retryable: true, cause })
      }
      const before = isAnswered ? index : batch.length
      for (let at = 0; at < before; at++) {
        router ??= createMessageRouter(context, deadline, request, options)
        router.route(batch[at]!)
      }
      if (isAnswered) return resultOf(batch[index] as JsonRpcResponse, method)
      // The time that callbacks took is no silence of the server. Once, since a read may have a thousand notifications.
      deadline.touch()
    }
  } finally {
    // After the answer the rest of the response is drained.
    if (!isAnswered) messages?.cancel()
    router?.stop()
  }
}
