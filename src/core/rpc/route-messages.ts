/** What a server sends besides answers: progress and logs to who wants them, its requests to the handlers. */

import type { JsonRpcMessage, JsonRpcRequest, Params } from '../../types/jsonrpc.ts'
import type { LogMessage, Progress } from '../../types/notifications.ts'
import type { Era } from '../era.ts'
import type { CallOptions } from '../options.ts'
import type { Deadline } from '../util/deadline.ts'
import { runSafely } from '../util/run-safely.ts'
import { isId } from '../validation/json-rpc.ts'
import type { Caller } from './call.ts'
import { type Answers, createAnswers } from './handler-queue.ts'

export interface Receiver {
  receive(message: JsonRpcMessage): void
  /** Nobody is interested any more, and the server's requests are withdrawn. */
  stop(): void
}

/** `request` is the one that the messages belong to, if there is one. */
export function createReceiver(
  { wire, era, answerers, notices }: Pick<Caller, 'wire' | 'answerers' | 'notices'> & { era: Pick<Era, 'post'> },
  deadline: Deadline,
  request?: JsonRpcRequest,
  { onProgress, onLog }: CallOptions = {},
): Receiver {
  const { emit } = wire
  // Most calls are never asked anything.
  let asked: Answers | undefined
  const answers = () => {
    asked ??= createAnswers(wire, era, answerers, deadline, request)
    return asked
  }
  return {
    receive(message) {
      if (!('method' in message)) emit?.({ type: 'quarantined', reason: 'a foreign response', value: message.id })
      else if ('id' in message) answers().take(message)
      else notice(message.method, message.params ?? {})
    },
    stop: () => asked?.stop(),
  }

  function notice(method: string, params: Params): void {
    if (method === 'notifications/progress') {
      // Some servers return the token as text; the numbers are still unique.
      if (isId(params.progressToken) && `${params.progressToken}` === `${request?.id}`) {
        tell(onProgress, params as never as Progress)
      }
    } else if (method === 'notifications/message') {
      emit?.({ type: 'log', ...(params as never as LogMessage) })
      tell(onLog, params as never as LogMessage)
    } else {
      if (method === 'notifications/cancelled') asked?.cancel(params.requestId)
      emit?.({ type: 'notification', method, params })
      notices.publish(method, params)
    }
  }

  function tell<T>(callback: ((value: T) => void) | undefined, value: T): void {
    runSafely(
      () => callback?.(value),
      (error) => wire.warn('A callback failed', error),
    )
  }
}
