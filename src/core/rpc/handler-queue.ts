/** Runs handlers for the server's requests beside the call that they belong to, a few at a time, and sends their answers. */
import type { JsonRpcRequest, JsonRpcResponse } from '../../types/jsonrpc.ts'
import { INTERNAL_ERROR } from '../error-codes.ts'
import { RpcError } from '../errors.ts'
import { abortError } from '../util/abort-error.ts'
import { createDeadline, type Deadline } from '../util/deadline.ts'
import type { CallContext } from './call-context.ts'
import { findHandler } from './find-handler.ts'

/** In 2025-11-25, the answer to a request that belongs to a task names the task like the request. */
const RELATED_TASK = 'io.modelcontextprotocol/related-task'

export type HandlerQueueContext = Pick<
  CallContext,
  'environment' | 'settings' | 'emit' | 'warn' | 'requestHandlers' | 'activity'
> & { channel: Pick<CallContext['channel'], 'post'> }

export interface HandlerQueue {
  add(request: JsonRpcRequest): void
  /** The server cancelled its request. */
  cancel(id: unknown): void
  /** The call has ended, and with it the server's requests. */
  stop(): void
}

/** `owner` is the request of the call that the server's requests belong to, if any: answers go to the same session. */
export function createHandlerQueue(
  context: HandlerQueueContext,
  callDeadline: Deadline,
  owner?: JsonRpcRequest,
): HandlerQueue {
  /** Requests that may wait for their turn; further ones are ignored. */
  const maxWaiting = 1_000
  const maxRunning = 4
  const { channel, environment, settings, emit, warn, requestHandlers, activity } = context
  const { call } = callDeadline
  // Not keyed by the id of the request: a server may use one id several times.
  const waiting = new Set<JsonRpcRequest>()
  const running = new Map<JsonRpcRequest, Deadline>()

  return {
    add(request) {
      if (waiting.size < maxWaiting) waiting.add(request)
      else emit?.({ type: 'ignored', reason: 'too many requests of the server', value: request.method }, call)
      startNext()
    },
    cancel(id) {
      for (const request of waiting) if (request.id === id) waiting.delete(request)
      for (const [request, deadline] of running) {
        if (request.id === id) deadline.abort(abortError('The server cancelled its request'))
      }
    },
    stop() {
      waiting.clear()
      for (const deadline of running.values()) deadline.abort(abortError('The call has ended'))
    },
  }

  function startNext(): void {
    for (const request of waiting) {
      // The handlers that run end with the call, before the queue is stopped: none takes their place.
      if (running.size === maxRunning || callDeadline.passed) return
      waiting.delete(request)
      const deadline = createDeadline(environment, { what: request.method, total: settings.maxTotalTimeout, call })
      const release = callDeadline.onPassed((reason) => deadline.abort(reason))
      running.set(request, deadline)
      void answerRequest(request, deadline).finally(() => {
        deadline.stop()
        release()
        running.delete(request)
        startNext()
      })
    }
  }

  async function answerRequest(request: JsonRpcRequest, deadline: Deadline): Promise<void> {
    const { id, method } = request
    try {
      const response = { jsonrpc: '2.0', id, ...(await runHandler(request, deadline)) } as JsonRpcResponse
      await channel.post(response, deadline, owner)
    } catch (error) {
      // A cancelled request is not answered (basic/utilities/cancellation).
      if (!deadline.passed) warn(`${method} was not answered`, error, false, call)
    }
  }

  async function runHandler(request: JsonRpcRequest, deadline: Deadline): Promise<object> {
    const found = findHandler(requestHandlers(), request)
    if ('error' in found) return found
    const controller = new AbortController()
    deadline.onPassed((reason) => controller.abort(reason))
    // On a stream that all calls share, the server does not say which call its request belongs to.
    const end = owner ? callDeadline.pause() : activity.activeHandlers.start()
    try {
      const result = (await deadline.race(Promise.resolve(found.run(controller.signal)))) as { _meta?: object }
      const { [RELATED_TASK]: task } = (request.params?._meta ?? {}) as Record<string, unknown>
      return { result: task ? { ...result, _meta: { ...result._meta, [RELATED_TASK]: task } } : result }
    } catch (error) {
      deadline.check()
      // An RpcError is what the application wants the server to see.
      if (error instanceof RpcError) return { error: { code: error.rpcCode, message: error.rpcMessage } }
      // Any other reason may be private to the application.
      warn(`The handler of ${request.method} failed`, error, true, call)
      return { error: { code: INTERNAL_ERROR, message: 'Internal error' } }
    } finally {
      end()
    }
  }
}
