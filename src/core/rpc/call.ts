/** One call: within its time limits, driven to its answer, and cancelled at the server when it is given up. */
import type { JsonRpcRequest, Params } from '../../types/jsonrpc.ts'
import { type CallOptions, streamTokenOf } from '../call-options.ts'
import { ClosedError } from '../errors.ts'
import { checkNumber } from '../resolve-options.ts'
import { createDeadline, type Deadline, type DeadlineOptions } from '../util/deadline.ts'
import type { CallContext } from './call-context.ts'
import type { Channel } from './channel.ts'
import { createExchange, resultOf } from './exchange.ts'
import { withMeta } from './progress.ts'
import { createMessageRouter, type RouterContext } from './route-messages.ts'

/** `spent` are the milliseconds of `maxTotalTimeout` that earlier rounds of the same call took. */
export async function call(
  context: CallContext,
  method: string,
  params?: Params,
  options: CallOptions = {},
  spent?: number,
): Promise<Record<string, unknown>> {
  const { channel, environment, activity, nextId, closing } = context
  if (closing.aborted) throw new ClosedError(`${method}: the client is closed`, { delivery: 'not-executed' })
  const id = streamTokenOf(options)?.requestId ?? nextId()
  const allParams = withMeta(params, id, options)
  const request: JsonRpcRequest = { jsonrpc: '2.0', id, method, ...(allParams && { params: allParams }) }
  const { pausedUntil } = activity.activeHandlers
  const deadline = createDeadline(environment, { ...limitsOf(context, method, options), spent, pausedUntil })
  deadline.check()
  deadline.setSent(!!streamTokenOf(options))
  activity.calls++
  try {
    return await sendAndCollect(context, request, deadline, options)
  } catch (error) {
    if (deadline.passed && deadline.isSent && !closing.aborted) channel.cancel(request, context.call)
    if (error !== closing.reason || !closing.aborted) throw error
    const delivery = deadline.isSent ? 'unknown' : 'not-executed'
    throw new ClosedError(`${method}: the client was closed during the call`, { delivery })
  } finally {
    activity.calls--
    deadline.stop()
  }
}

/** The time limits of a call, and the signals that end it. */
export function limitsOf(
  { settings, closing, call }: Pick<CallContext, 'settings' | 'closing' | 'call'>,
  what: string,
  { signal, timeout = settings.timeout, maxTotalTimeout = settings.maxTotalTimeout }: CallOptions,
): DeadlineOptions {
  const idle = checkNumber('timeout', timeout)
  const total = checkNumber('maxTotalTimeout', maxTotalTimeout)
  return { what, idle, total, signals: [signal, closing], call }
}

/** Sends one request and routes the messages that come with its answer. Returns the result or throws RpcError. */
export async function sendAndCollect(
  context: RouterContext & { channel: Pick<Channel, 'send' | 'post'> },
  request: JsonRpcRequest,
  deadline: Deadline,
  options?: CallOptions,
): Promise<Record<string, unknown>> {
  const createRouter = () => createMessageRouter(context, deadline, request, options)
  // Created late, since before most answers there is nothing to route; but progress may also come on another stream.
  let router = options?.onProgress && createRouter()
  const exchange = createExchange(context, request, deadline, options)
  try {
    for (;;) {
      const { before, answer } = await exchange.next()
      for (const message of before) {
        router ??= createRouter()
        router.route(message)
      }
      if (answer) return resultOf(answer, request.method)
    }
  } finally {
    exchange.stop()
    router?.stop()
  }
}
