/** Drives one exchange to its end: progress and logs to the caller, server requests to the handlers. */
import { ClosedError, RpcError } from '../errors.ts'
import type { CallOptions } from '../options.ts'
import type { Era } from '../protocol/era.ts'
import type { JsonRpcMessage, JsonRpcRequest, Params } from '../types/jsonrpc.ts'
import type { LogMessage, Progress } from '../types/notifications.ts'
import { createDeadline, type DeadlineOptions } from '../util/deadline.ts'
import type { Wire } from '../wire/http.ts'
import { isNotification, isRequest } from '../wire/jsonrpc.ts'
import { type Answerers, createAnswers } from './answer.ts'
import { exchange } from './exchange.ts'

/** What all calls of one client share. */
export interface Caller {
  wire: Wire
  era: Era
  answerers: Answerers
  nextId(): number
  /** Aborts with ClosedError when the client is closed. */
  closing: AbortSignal
}

/** The result of one request. `limits` replaces the client's own time limits. */
export async function call(
  { wire, era, answerers, nextId, closing }: Caller,
  method: string,
  params: Params | undefined,
  options: CallOptions = {},
  limits?: Partial<DeadlineOptions>,
): Promise<Record<string, unknown>> {
  if (closing.aborted)
    throw new ClosedError(`${method} was not sent: the client is closed`, { delivery: 'not-executed' })
  const { settings, emit, ground } = wire
  const { timeout = settings.timeout, maxTimeout = settings.maxTimeout, onProgress, onLog, meta, signal } = options
  const id = nextId()
  const request: JsonRpcRequest = { jsonrpc: '2.0', id, method }
  const _meta = (onProgress || meta) && { ...meta, ...(onProgress && { progressToken: id }) }
  if (params || _meta) request.params = _meta ? { ...params, _meta } : params!
  const deadline = createDeadline(ground, {
    what: method,
    idle: timeout,
    total: maxTimeout,
    signals: [signal, closing],
    ...limits,
  })
  deadline.signal.throwIfAborted()
  const answers = createAnswers(wire, era, answerers, deadline)
  try {
    const steps = exchange(era, request, deadline)
    for (;;) {
      const { done, value } = await steps.next()
      if (!done) value.forEach(receive)
      else if ('error' in value) throw new RpcError(method, value.error)
      else return value.result
    }
  } catch (error) {
    if (deadline.signal.aborted && !(error instanceof ClosedError)) era.cancel(request, error)
    throw error
  } finally {
    deadline.stop()
    answers.stop()
  }

  function receive(message: JsonRpcMessage): void {
    if (isRequest(message)) answers.take(message)
    else if (isNotification(message)) notice(message.method, message.params ?? {})
    else emit?.({ type: 'quarantined', reason: 'a response to another request', value: message.id })
  }

  function notice(notification: string, params: Params): void {
    if (notification === 'notifications/progress') {
      // Some servers return the token as text (the numbers are still unique).
      if (String(params.progressToken) === String(id)) tell(onProgress, params as never as Progress)
    } else if (notification === 'notifications/message') {
      emit?.({ type: 'log', ...(params as never as LogMessage) })
      tell(onLog, params as never as LogMessage)
    } else if (notification === 'notifications/cancelled') answers.cancel(params.requestId)
  }

  /** The caller's own code must not break the call. */
  function tell<T>(callback: ((value: T) => void) | undefined, value: T): void {
    try {
      callback?.(value)
    } catch (error) {
      emit?.({ type: 'warning', message: `A callback of ${method} failed`, error })
    }
  }
}
