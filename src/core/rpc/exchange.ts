/** One request: yields what precedes the answer, returns the answer. */

import type { JsonRpcMessage, JsonRpcRequest, JsonRpcResponse } from '../../types/jsonrpc.ts'
import type { Era } from '../era.ts'
import { ConnectionError, isMcpError } from '../errors.ts'
import type { CallOptions } from '../options.ts'
import type { Messages } from '../sse/messages.ts'
import type { Deadline } from '../util/deadline.ts'
import { isAnswer } from '../validation/json-rpc.ts'

export async function* exchange(
  era: Pick<Era, 'send'>,
  request: JsonRpcRequest,
  deadline: Deadline,
  options?: CallOptions,
): AsyncGenerator<JsonRpcMessage[], JsonRpcResponse> {
  // Ours until the answer: from then on the body belongs to the drain.
  let owned: Messages | undefined
  try {
    const messages = await era.send(request, deadline, options)
    owned = messages
    for (;;) {
      const batch = await messages.next()
      if (!batch)
        throw new ConnectionError(`The response ended before the answer to ${request.method}`, { retryable: true })
      const at = batch.findIndex((message) => isAnswer(message, request))
      if (at < 0) yield batch
      else {
        if (at) yield batch.slice(0, at)
        owned = undefined
        messages.drain()
        return batch[at] as JsonRpcResponse
      }
    }
  } catch (cause) {
    deadline.check()
    // Before anything was sent it can only be the caller's own mistake.
    if (isMcpError(cause) || !owned) throw cause
    throw new ConnectionError(`The response failed before the answer to ${request.method}`, { retryable: true, cause })
  } finally {
    owned?.cancel()
  }
}
