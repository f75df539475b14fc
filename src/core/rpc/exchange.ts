/** One request: yields the messages that precede the answer, returns the answer. */
import type { JsonRpcMessage, JsonRpcRequest, JsonRpcResponse } from '../../types/jsonrpc.ts'
import type { CallOptions } from '../call-options.ts'
import { ConnectionError, InvalidMessageError, isMcpError, RpcError } from '../errors.ts'
import type { Settings } from '../resolve-options.ts'
import type { Messages } from '../sse/messages.ts'
import type { Deadline } from '../util/deadline.ts'
import { isAnswer } from '../validation/json-rpc.ts'
import type { Channel } from './channel.ts'

/** The result of a response. Throws RpcError for an error, and InvalidMessageError for what is neither. */
export function resultOf(response: JsonRpcResponse, method: string): Record<string, unknown> {
  if ('invalid' in response) {
    const message = `Expected a result or an error in answer to ${method}, got another response`
    throw new InvalidMessageError(message, { delivery: 'answered' })
  }
  if ('error' in response) throw new RpcError(method, response.error)
  return response.result
}

export async function* exchange(
  { channel, settings }: { channel: Pick<Channel, 'send'>; settings: Pick<Settings, 'strict'> },
  request: JsonRpcRequest,
  deadline: Deadline,
  options?: CallOptions,
): AsyncGenerator<JsonRpcMessage[], JsonRpcResponse> {
  // Cancelled in the end, unless the answer has arrived and the drain has taken over.
  let owned: Messages | undefined
  try {
    const messages = await channel.send(request, deadline, options)
    owned = messages
    for (;;) {
      const batch = await messages.next()
      if (!batch)
        throw new ConnectionError(`The response ended before the answer to ${request.method}`, { retryable: true })
      const index = batch.findIndex((message) => isAnswer(message, request, settings))
      if (index < 0) yield batch
      else {
        if (index) yield batch.slice(0, index)
        owned = undefined
        messages.drain()
        return batch[index] as JsonRpcResponse
      }
    }
  } catch (cause) {
    deadline.check()
    // Other errors of send() come from the application, such as from its `headers` function, and pass unchanged.
    if (isMcpError(cause) || !owned) throw cause
    throw new ConnectionError(`The response failed before the answer to ${request.method}`, { retryable: true, cause })
  } finally {
    owned?.cancel()
  }
}
