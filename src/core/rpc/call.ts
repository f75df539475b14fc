/** One call: within its time limits, driven to its answer, and cancelled at the server when it is given up. */
import type { JsonRpcRequest, Params } from '../../types/jsonrpc.ts'
import { type CallOptions, streamTokenOf } from '../call-options.ts'
import { ClosedError } from '../errors.ts'
import { checkNumber } from '../resolve-options.ts'
import { createDeadline, type DeadlineOptions } from '../util/deadline.ts'
import type { CallContext } from './call-context.ts'
import { sendAndCollect } from './exchange.ts'
import { withMeta } from './progress.ts'

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
