/** Asks the application for what a server wants before it goes on: the same handlers as for a server's own requests. */

import type { ElicitResult } from '../../types/client-features.ts'
import type { InputRequests, InputResponses } from '../../types/input-required.ts'
import { InvalidMessageError, type RpcError } from '../errors.ts'
import type { Caller } from '../rpc/call.ts'
import { type Answerer, findAnswerer } from '../rpc/handler-queue.ts'
import { createDeadline } from '../util/deadline.ts'

/** URLElicitationRequired, of 2025-11-25: pages have to be visited first. */
const URL_ELICITATION_REQUIRED = -32042

/** All at once. Nobody is asked if the server wants something that was not declared. */
export async function answerInput(
  caller: Caller,
  requests: InputRequests,
  signal?: AbortSignal,
): Promise<InputResponses> {
  const { wire, answerers, closing } = caller
  const found = Object.entries(requests).map(([key, request]): [string, Answerer] => {
    const { method } = request ?? {}
    const answerer = (method as string) !== 'ping' && findAnswerer(answerers, request)
    if (typeof answerer === 'function') return [key, answerer]
    const message = `Expected questions of a declared kind, got ${`${method}`.slice(0, 50)}`
    throw new InvalidMessageError(message, { delivery: 'answered', result: requests })
  })
  const controller = new AbortController()
  // What a person takes is nobody's timeout.
  const total = Number.POSITIVE_INFINITY
  const deadline = createDeadline(wire.environment, { what: 'input', total, signals: [signal, closing] })
  deadline.onPassed((reason) => controller.abort(reason))
  const answers = found.map(async ([key, answer]) => [key, await answer(controller.signal)] as const)
  try {
    return Object.fromEntries(await deadline.race(Promise.all(answers))) as InputResponses
  } catch (error) {
    controller.abort(error)
    throw error
  } finally {
    deadline.stop()
  }
}

/** Whether the error asks for visits to pages, and the user agreed to all of them. */
export async function answerVisits(caller: Caller, error: unknown, signal?: AbortSignal): Promise<boolean> {
  const { rpcCode, data } = (error ?? {}) as Partial<RpcError>
  const { elicitations } = (data ?? {}) as { elicitations?: unknown }
  const find = caller.answerers['elicitation/create']
  // No other revision has it.
  if (caller.era.server.protocolVersion !== '2025-11-25') return false
  if (rpcCode !== URL_ELICITATION_REQUIRED || !find || !Array.isArray(elicitations)) return false
  const isVisit = (params: unknown) => (params as { mode?: string } | null)?.mode === 'url' && find(params as never)
  if (!elicitations.length || !elicitations.every(isVisit)) return false
  const requests = elicitations.map((params, index) => [`${index}`, { method: 'elicitation/create', params }])
  const answers = await answerInput(caller, Object.fromEntries(requests) as InputRequests, signal)
  return Object.values(answers).every((answer) => (answer as ElicitResult).action === 'accept')
}
