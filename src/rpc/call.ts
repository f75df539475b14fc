/** Drives an exchange to its end: progress and logs to the caller, server requests to the handlers. */
import { ClosedError, RpcError } from '../errors.ts'
import type { CallOptions } from '../options.ts'
import type { Era } from '../protocol/era.ts'
import type { JsonRpcMessage, JsonRpcRequest, Params } from '../types/jsonrpc.ts'
import type { LogMessage, Progress } from '../types/notifications.ts'
import { attempt } from '../util/attempt.ts'
import { createDeadline, type Deadline } from '../util/deadline.ts'
import type { Wire } from '../wire/http.ts'
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

/** The result of one request, within the caller's limits; what is given up is cancelled at the server. */
export async function call(
  caller: Caller,
  method: string,
  params?: Params,
  options: CallOptions = {},
): Promise<Record<string, unknown>> {
  const { wire, era, nextId, closing } = caller
  if (closing.aborted) throw new ClosedError(`${method}: the client is closed`, { delivery: 'not-executed' })
  const { timeout, maxTimeout } = wire.settings
  const { signal, meta, onProgress, timeout: idle = timeout, maxTimeout: total = maxTimeout } = options
  const id = nextId()
  const request: JsonRpcRequest = { jsonrpc: '2.0', id, method, ...(params && { params }) }
  if (meta || onProgress) request.params = { ...params, _meta: { ...meta, ...(onProgress && { progressToken: id }) } }
  const signals = [signal, closing]
  const deadline = createDeadline(wire.ground, { what: method, idle, total, signals })
  deadline.check()
  try {
    return await converse(caller, request, deadline, options)
  } catch (error) {
    if (deadline.passed && !closing.aborted) era.cancel(request)
    throw error
  } finally {
    deadline.stop()
  }
}

/** One request and everything that comes with it, until its answer. */
export async function converse(
  { wire, era, answerers }: Caller,
  request: JsonRpcRequest,
  deadline: Deadline,
  { onProgress, onLog }: CallOptions = {},
): Promise<Record<string, unknown>> {
  const { emit } = wire
  const { id, method } = request
  const answers = createAnswers(wire, era, answerers, deadline)
  const steps = exchange(era, request, deadline)
  try {
    for (;;) {
      const { done, value } = await steps.next()
      if (!done) value.forEach(receive)
      else if ('error' in value) throw new RpcError(method, value.error)
      else return value.result
    }
  } finally {
    answers.stop()
  }

  function receive(message: JsonRpcMessage): void {
    if (!('method' in message)) emit?.({ type: 'quarantined', reason: 'a foreign response', value: message.id })
    else if ('id' in message) answers.take(message)
    else notice(message.method, message.params ?? {})
  }

  function notice(notification: string, params: Params): void {
    if (notification === 'notifications/progress') {
      // Some servers return the token as text; the numbers are still unique.
      if (`${params.progressToken}` === `${id}`) tell(onProgress, params as never as Progress)
    } else if (notification === 'notifications/message') {
      emit?.({ type: 'log', ...(params as never as LogMessage) })
      tell(onLog, params as never as LogMessage)
    } else if (notification === 'notifications/cancelled') answers.cancel(params.requestId)
  }

  function tell<T>(callback: ((value: T) => void) | undefined, value: T): void {
    attempt(
      () => callback?.(value),
      (error) => wire.warn(`A callback of ${method} failed`, error),
    )
  }
}
