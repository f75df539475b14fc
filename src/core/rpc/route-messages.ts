/** Routes the messages that precede an answer: progress and logs to callbacks, requests of the server to handlers. */
import type { JsonRpcMessage, JsonRpcRequest, Params } from '../../types/jsonrpc.ts'
import type { LogMessage, Progress } from '../../types/notifications.ts'
import type { CallOptions } from '../call-options.ts'
import type { Deadline } from '../util/deadline.ts'
import type { CallContext } from './call-context.ts'
import { createHandlerQueue, type HandlerQueue, type HandlerQueueContext } from './handler-queue.ts'

export type RouterContext = HandlerQueueContext & Pick<CallContext, 'notifications'>

export interface MessageRouter {
  route(message: JsonRpcMessage): void
  /** The call has ended: handlers that still run are aborted. */
  stop(): void
}

/** `request` is the one that the messages belong to, if there is one. */
export function createMessageRouter(
  context: RouterContext,
  deadline: Deadline,
  request?: JsonRpcRequest,
  { onProgress, onLog }: CallOptions = {},
): MessageRouter {
  const { emit, warn, notifications, activity } = context
  const { call } = deadline
  // Created late, since most calls get no requests from the server.
  let queue: HandlerQueue | undefined
  if (request && onProgress) {
    activity.progress ??= new Map()
    activity.progress.set(`${request.id}`, (progress) => {
      deadline.touch()
      notify(onProgress, progress as unknown as Progress)
    })
  }
  return {
    route(message) {
      if (!('method' in message)) emit?.({ type: 'ignored', reason: 'a foreign response', value: message.id }, call)
      else if ('id' in message) {
        queue ??= createHandlerQueue(context, deadline, request)
        queue.add(message)
      } else routeNotification(message.method, message.params ?? {})
    },
    stop() {
      activity.progress?.delete(`${request?.id}`)
      queue?.stop()
    },
  }

  function routeNotification(method: string, params: Params): void {
    if (method === 'notifications/progress') {
      const { progressToken: token } = params
      if (!request) activity.progress?.get(`${token}`)?.(params)
      // Some servers return a numeric token as text. On the stream of another request it means nothing.
      else if (token === request.id || `${token}` === `${request.id}`) {
        notify(onProgress, params as unknown as Progress)
      }
    } else if (method === 'notifications/message') {
      const message = params as unknown as LogMessage
      // The server chooses the members of a log message, but not the type of an event.
      emit?.({ ...message, type: 'log' }, call)
      notify(onLog, message)
      if (!request) notifications.publish(method, params)
    } else {
      if (method === 'notifications/cancelled') queue?.cancel(params.requestId)
      emit?.({ type: 'notification', method, params }, call)
      notifications.publish(method, params)
    }
  }

  /** Two closures less than `runCallback()`: there may be a hundred thousand notifications. */
  function notify<T>(callback: ((value: T) => unknown) | undefined, value: T): void {
    // The call may have been aborted by the callback itself, and the same read may have further notifications.
    if (deadline.passed) return
    try {
      const result = callback?.(value) as Partial<Promise<unknown>> | undefined
      result?.then?.(undefined, onError)
    } catch (error) {
      onError(error)
    }
  }

  function onError(error: unknown): void {
    warn('A callback failed', error, true, call)
  }
}
