/** Answers the server's requests: at once where no handler is needed, else by handlers that run beside the call, a few at a time. */
import type { JsonRpcErrorObject, JsonRpcRequest, JsonRpcResponse, Params } from '../../types/jsonrpc.ts'
import { CallScope, withScope } from '../call-scope.ts'
import { INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND } from '../error-codes.ts'
import { InvalidMessageError, RpcError } from '../errors.ts'
import { abortError } from '../util/abort-error.ts'
import { toJson } from '../util/to-json.ts'
import type { CallContext, RequestHandler, RequestHandlers } from './call-context.ts'

/** What to answer without asking the application. */
type ImmediateAnswer = { result: object } | { error: JsonRpcErrorObject }

/** The handler, or the error to answer with. */
type FoundHandler = { run: RequestHandler } | { error: JsonRpcErrorObject }

export function findHandler(
  handlers: RequestHandlers,
  { method, params }: { method: string; params?: Params },
): FoundHandler {
  const selectHandler = Object.hasOwn(handlers, method) ? handlers[method] : undefined
  if (!selectHandler) return { error: { code: METHOD_NOT_FOUND, message: 'Method not found' } }
  // Many servers write null for members that are absent.
  const present = Object.entries(params ?? {}).filter(([, value]) => value !== null)
  let run: RequestHandler | undefined
  try {
    run = selectHandler(Object.fromEntries(present), params ?? {})
  } catch {
    // Params of a wrong shape.
  }
  if (run) return { run: async (signal) => checkResult(method, await run(signal)) }
  return { error: { code: INVALID_PARAMS, message: 'Not a declared capability, or no such parameters' } }
}

/** Throws for a result that cannot be sent, such as one with a cycle. */
function checkResult(method: string, result: unknown): unknown {
  try {
    if (JSON.stringify(result).startsWith('{')) return result
  } catch {
    // The error below says it, also of a value that has no JSON text.
  }
  throw new InvalidMessageError(`Expected a JSON object from the handler of ${method}`, { delivery: 'answered' })
}

type AnswerContext = Pick<CallContext, 'environment' | 'emit' | 'warn' | 'activity' | 'closing'>

/** Sends a response to the server, to where its request came from. */
export type Reply = (response: JsonRpcResponse, scope: CallScope) => Promise<void>

/**
 * Answers requests that need no handler of the application, such as `ping`: at once, even after their call. `call` is
 * the number of the call during which the server asked, if any.
 */
function answerAtOnce(
  { environment, emit, warn, activity, closing }: AnswerContext,
  { id, method }: JsonRpcRequest,
  answer: ImmediateAnswer,
  reply: Reply,
  call: number | undefined,
): void {
  /** Answers under way; further requests are ignored. */
  const maxAnswers = 100
  /** Milliseconds for the POST of an answer. */
  const timeout = 30_000
  if (activity.answers === maxAnswers) {
    emit?.({ type: 'ignored', reason: 'too many requests of the server', value: method }, call)
    return
  }
  activity.answers++
  const response = { jsonrpc: '2.0', id, ...answer } as JsonRpcResponse
  // Not under the scope of the call: the server waits for this answer, even if the call has ended meanwhile.
  const limits = { what: method, total: timeout, signals: [closing], call }
  withScope(environment, limits, (scope) => reply(response, scope))
    .catch((error) => closing.aborted || warn(`${method} was not answered`, error, false, call))
    .finally(() => {
      activity.answers--
    })
}

/** In 2025-11-25, the answer to a request that belongs to a task names the task like the request. */
const RELATED_TASK = 'io.modelcontextprotocol/related-task'

type HandlerQueueContext = AnswerContext & Pick<CallContext, 'settings' | 'requestHandlers'>

export interface HandlerQueue {
  add(request: JsonRpcRequest): void
  /** The server cancelled its request. */
  cancel(id: unknown): void
  /** The call has ended, and with it its handlers. */
  stop(): void
}

/**
 * Runs handlers beside the call that they belong to, and sends their answers. `isShared`: the requests came on a stream
 * that all calls share.
 */
export function createHandlerQueue(
  context: HandlerQueueContext,
  reply: Reply,
  callScope: CallScope,
  isShared: boolean,
): HandlerQueue {
  /** Requests that may wait for their turn; further ones are ignored. */
  const maxWaiting = 1_000
  const maxRunning = 4
  /** Replies that are remembered, and the characters of their requests. */
  const maxReplies = 100
  const maxReplyChars = 10_000_000
  const { environment, settings, emit, warn, requestHandlers, activity } = context
  const { call } = callScope
  // Not keyed by the id of the request: a server may use one id several times.
  const waiting = new Map<JsonRpcRequest, RequestHandler>()
  const running = new Map<JsonRpcRequest, CallScope>()
  /** A server may send a request again after a stream broke: it gets the same reply, and nobody is asked again. */
  const replies = new Map<string, Promise<object>>()

  const queue: HandlerQueue = {
    add(request) {
      const found = request.method === 'ping' ? { result: {} } : findHandler(requestHandlers(), request)
      if (!('run' in found)) return answerAtOnce(context, request, found, reply, call)
      if (waiting.size < maxWaiting) waiting.set(request, found.run)
      else emit?.({ type: 'ignored', reason: 'too many requests of the server', value: request.method }, call)
      startNext()
    },
    cancel(id) {
      for (const request of waiting.keys()) if (request.id === id) waiting.delete(request)
      for (const [request, scope] of running) {
        if (request.id === id) scope.abort(abortError('The server cancelled its request'))
      }
    },
    stop() {
      activity.queues!.delete(queue)
      waiting.clear()
      for (const scope of running.values()) scope.abort(abortError('The call has ended'))
    },
  }
  activity.queues ??= new Set()
  activity.queues.add(queue)
  return queue

  function startNext(): void {
    for (const [request, run] of waiting) {
      // The handlers that run end with the call, before the queue is stopped: none takes their place.
      if (running.size === maxRunning || callScope.passed) return
      waiting.delete(request)
      const scope = new CallScope(environment, { what: request.method, total: settings.maxTotalTimeout, call })
      const release = callScope.onPassed((reason) => scope.abort(reason))
      running.set(request, scope)
      void answerRequest(request, run, scope).finally(() => {
        scope.stop()
        release()
        running.delete(request)
        startNext()
      })
    }
  }

  async function answerRequest(request: JsonRpcRequest, run: RequestHandler, scope: CallScope): Promise<void> {
    const { id, method } = request
    try {
      const response = { jsonrpc: '2.0', id, ...(await runHandler(request, run, scope)) } as JsonRpcResponse
      await reply(response, scope)
    } catch (error) {
      // A cancelled request is not answered (basic/utilities/cancellation).
      if (!scope.passed) warn(`${method} was not answered`, error, false, call)
    }
  }

  async function runHandler(request: JsonRpcRequest, run: RequestHandler, scope: CallScope): Promise<object> {
    // By content too, since some servers use one id for different requests.
    const key = toJson([request.id, request.method, request.params])
    if (!key) return askHandler(request, run, scope)
    // The whole text, since a server could make another question with the same hash and get the answer to the first.
    const known = replies.get(key)
    if (known) return scope.race(known)
    const reply = askHandler(request, run, scope)
    replies.set(key, reply)
    reply.catch(() => replies.delete(key))
    let room = maxReplyChars
    for (const text of [...replies.keys()].reverse()) {
      room -= Math.max(text.length, maxReplyChars / maxReplies)
      if (room < 0 && text !== key) replies.delete(text)
    }
    return reply
  }

  async function askHandler(request: JsonRpcRequest, run: RequestHandler, scope: CallScope): Promise<object> {
    const controller = new AbortController()
    scope.onPassed((reason) => controller.abort(reason))
    // There, the server does not say which call its request belongs to.
    const end = isShared ? activity.activeHandlers.start() : callScope.pause()
    try {
      const result = (await scope.race(Promise.resolve(run(controller.signal)))) as { _meta?: object }
      const { [RELATED_TASK]: task } = (request.params?._meta ?? {}) as Record<string, unknown>
      return { result: task ? { ...result, _meta: { ...result._meta, [RELATED_TASK]: task } } : result }
    } catch (error) {
      scope.check()
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
