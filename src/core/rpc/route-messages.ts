/** Routes the messages that precede an answer: progress and logs to callbacks, requests of the server to handlers. */
import type { JsonRpcMessage, JsonRpcRequest, Params } from '../../types/jsonrpc.ts'
import type { LogMessage, Progress } from '../../types/notifications.ts'
import type { CallOptions } from '../call-options.ts'
import type { CallScope } from '../call-scope.ts'
import { runCallback } from '../events.ts'
import type { CallContext, ProgressTarget } from './call-context.ts'
import type { HandlerQueue } from './handler-queue.ts'

export interface MessageRouter {
  route(message: JsonRpcMessage): void
  /** The call has ended: handlers that still run are aborted. */
  stop(): void
}

/** `request` is the one that the messages belong to, if there is one. `createQueue` is absent where servers send no requests. */
export function createMessageRouter(
  { emit, warn, notifications, activity }: CallContext,
  createQueue: (() => HandlerQueue) | undefined,
  scope: CallScope,
  request?: JsonRpcRequest,
  { onProgress, onLog }: CallOptions = {},
): MessageRouter {
  const { call } = scope
  // Created late, since most calls get no requests from the server.
  let queue: HandlerQueue | undefined
  if (request && onProgress && activity.progress) {
    const target: ProgressTarget = {
      isComplete: false,
      deliver(params) {
        const progress = params as unknown as Progress
        scope.touch()
        notify(onProgress, progress)
        target.isComplete = !(progress.progress < progress.total!)
        if (target.isComplete) target.onComplete?.()
      },
    }
    activity.progress.set(`${request.id}`, target)
  }
  return {
    route(message) {
      if (!('method' in message)) emit?.({ type: 'ignored', reason: 'a foreign response', value: message.id }, call)
      else if ('id' in message) {
        queue ??= createQueue?.()
        queue?.add(message)
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
      // Some servers return a numeric token as text, and some use the stream of another request.
      if (request && (token === request.id || `${token}` === `${request.id}`)) {
        notify(onProgress, params as unknown as Progress)
      } else deliverElsewhere(activity.progress?.get(`${token}`), params)
    } else if (method === 'notifications/message') {
      const message = params as unknown as LogMessage
      // The server chooses the members of a log message, but not the type of an event.
      emit?.({ ...message, type: 'log' }, call)
      notify(onLog, message)
      if (!request) notifications.publish(method, params)
    } else {
      if (method === 'notifications/cancelled') {
        // The request may have come on another stream.
        for (const { cancel } of activity.queues ?? []) cancel(params.requestId)
      }
      emit?.({ type: 'notification', method, params }, call)
      notifications.publish(method, params)
    }
  }

  function deliverElsewhere(target: ProgressTarget | undefined, params: Params): void {
    if (!target) return
    if (!request) activity.progressElsewhere = true
    target.deliver(params)
  }

  /** Two closures less than `runCallback()`: there may be a hundred thousand notifications. */
  function notify<T>(callback: ((value: T) => unknown) | undefined, value: T): void {
    // The call may have been aborted by the callback itself, and the same read may have further notifications.
    if (scope.passed) return
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

/** Takes progress to a call that goes on after its answer, as a task does, until the returned function is called. */
export function followProgress(
  { activity, warn }: Pick<CallContext, 'activity' | 'warn'>,
  token: JsonRpcRequest['id'],
  onProgress: NonNullable<CallOptions['onProgress']>,
  call: number | undefined,
): () => void {
  const key = `${token}`
  const deliver = (progress: Params) => runCallback(warn, () => onProgress(progress as unknown as Progress), call)
  activity.progress?.set(key, { deliver, isComplete: true })
  return () => activity.progress?.delete(key)
}

/** Params with the `_meta` of the options. The progress token is the id of the request. */
export function withMeta(
  params: Params | undefined,
  id: JsonRpcRequest['id'],
  { meta, onProgress }: CallOptions,
): Params | undefined {
  if (!meta && !onProgress) return params
  const paramsMeta = params?._meta as object | undefined
  return { ...params, _meta: { ...paramsMeta, ...meta, ...(onProgress && { progressToken: id }) } }
}
