/** One request: step by step the messages that precede the answer, then the answer. */
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

/** The messages of one read, up to the answer. */
export interface Step {
  before: JsonRpcMessage[]
  answer?: JsonRpcResponse
}

export interface Exchange {
  /** Sends the request at first; then reads on until a step has the answer. */
  next(): Promise<Step>
  /** Cancels the response, unless the answer has arrived: then the rest of it is drained. */
  stop(): void
}

/** An object of its own instead of a generator, since that takes several microtasks more for each step. */
export function createExchange(
  { channel, settings }: { channel: Pick<Channel, 'send'>; settings: Pick<Settings, 'strict'> },
  request: JsonRpcRequest,
  deadline: Deadline,
  options?: CallOptions,
): Exchange {
  let messages: Messages | undefined
  let isAnswered = false
  return {
    async next() {
      try {
        messages ??= await channel.send(request, deadline, options)
        const before = await messages.next()
        if (!before)
          throw new ConnectionError(`The response ended before the answer to ${request.method}`, { retryable: true })
        const index = before.findIndex((message) => isAnswer(message, request, settings))
        if (index < 0) return { before }
        isAnswered = true
        messages.drain()
        return { before: before.slice(0, index), answer: before[index] as JsonRpcResponse }
      } catch (cause) {
        deadline.check()
        // Other errors of send() come from the application, such as from its `headers` function, and pass unchanged.
        if (isMcpError(cause) || !messages) throw cause
        const message = `The response failed before the answer to ${request.method}`
        throw new ConnectionError(message, { retryable: true, cause })
      }
    },
    stop() {
      if (!isAnswered) messages?.cancel()
    },
  }
}
