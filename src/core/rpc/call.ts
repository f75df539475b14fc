/** One call: within its limits, driven to its end, and cancelled at the server when it is given up. */

import type { JsonRpcRequest, Params } from '../../types/jsonrpc.ts'
import type { EraCache } from '../../types/stores.ts'
import type { Tool } from '../../types/tools.ts'
import type { Cache } from '../cache/response-cache.ts'
import type { Era } from '../era.ts'
import { ClosedError, RpcError } from '../errors.ts'
import type { Wire } from '../http/http-client.ts'
import { type CallOptions, checkNumber, streamTokenOf } from '../options.ts'
import { createDeadline, type Deadline } from '../util/deadline.ts'
import type { Emitter } from '../util/emitter.ts'
import { exchange } from './exchange.ts'
import type { Answerers } from './handler-queue.ts'
import { createReceiver } from './route-messages.ts'

/** What all calls of one client share. */
export interface Caller {
  wire: Wire
  era: Era
  answerers: Answerers
  nextId(): number
  /** Hears of every notification that belongs to no call, by its method. */
  notices: Emitter<[method: string, params: Params]>
  cache: Cache
  /** What servers turned out to speak. */
  eras: EraCache
  /** The tools that the server listed, as it did last. */
  tools: Map<string, Tool>
  /** Aborts with ClosedError when the client is closed. */
  closing: AbortSignal
}

export async function call(
  caller: Caller,
  method: string,
  params?: Params,
  options: CallOptions = {},
): Promise<Record<string, unknown>> {
  const { wire, nextId, closing } = caller
  if (closing.aborted) throw new ClosedError(`${method}: the client is closed`, { delivery: 'not-executed' })
  const { timeout, maxTimeout } = wire.settings
  const { signal, meta, onProgress } = options
  const resume = streamTokenOf(options)
  const idle = checkNumber('timeout', options.timeout ?? timeout)
  const total = checkNumber('maxTimeout', options.maxTimeout ?? maxTimeout)
  const era = resume ? caller.era.resumed(resume) : caller.era
  const id = resume?.requestId ?? nextId()
  const request: JsonRpcRequest = { jsonrpc: '2.0', id, method, ...(params && { params }) }
  if (meta || onProgress) {
    const given = params?._meta as object | undefined
    request.params = { ...params, _meta: { ...given, ...meta, ...(onProgress && { progressToken: id }) } }
  }
  const signals = [signal, closing]
  const { excused } = wire.answering
  const deadline = createDeadline(wire.environment, { what: method, idle, total, signals, excused })
  deadline.check()
  wire.busy++
  try {
    return await converse({ ...caller, era }, request, deadline, options)
  } catch (error) {
    if (deadline.passed && !closing.aborted) era.cancel(request)
    throw error
  } finally {
    wire.busy--
    deadline.stop()
  }
}

/** One request and everything that comes with it, until its answer. */
export async function converse(
  caller: Pick<Caller, 'wire' | 'answerers' | 'notices'> & { era: Pick<Era, 'send' | 'post'> },
  request: JsonRpcRequest,
  deadline: Deadline,
  options?: CallOptions,
): Promise<Record<string, unknown>> {
  const receiver = createReceiver(caller, deadline, request, options)
  const steps = exchange(caller.era, request, deadline, options)
  try {
    for (;;) {
      const { done, value } = await steps.next()
      if (!done) value.forEach(receiver.receive)
      else if ('error' in value) throw new RpcError(request.method, value.error)
      else return value.result
    }
  } finally {
    receiver.stop()
  }
}
