/** Input that a server needs before it answers: read from its result or error, and resolved by the handlers. */
import type { ElicitResult } from '../../types/client-features.ts'
import type { InputRequests, InputResponses } from '../../types/input-required.ts'
import type { Params } from '../../types/jsonrpc.ts'
import { INVALID_PARAMS, URL_ELICITATION_REQUIRED } from '../error-codes.ts'
import { capabilityRemedy, InvalidMessageError, type RpcError } from '../errors.ts'
import type { Revision } from '../revisions.ts'
import type { CallContext } from '../rpc/call-context.ts'
import { findHandler, type RequestHandler } from '../rpc/find-handler.ts'
import { cleanText } from '../util/clean-text.ts'
import { createDeadline } from '../util/deadline.ts'

type Result = Record<string, unknown>

type InputContext = Pick<CallContext, 'environment' | 'requestHandlers' | 'closing'>

/** Requests that a server may answer with `input_required`. */
const METHODS = ['tools/call', 'resources/read', 'prompts/get']

/** The input requests and the state of an `input_required` result; undefined if they are not valid. */
export function readInputRequired(
  method: string,
  { inputRequests, requestState }: Result,
): { inputRequests?: InputRequests; requestState?: string } | undefined {
  const hasState = typeof requestState === 'string'
  const isValid =
    METHODS.includes(method) &&
    (hasState || requestState === undefined) &&
    (inputRequests === undefined ? hasState : Object(inputRequests) === inputRequests)
  if (!isValid) return undefined
  return {
    ...(inputRequests !== undefined && { inputRequests: inputRequests as InputRequests }),
    ...(hasState && { requestState }),
  }
}

/** Runs the handlers of all requests at once. None runs if there is a request that no declared capability covers. */
export async function resolveInputRequests(
  { environment, requestHandlers, closing }: InputContext,
  requests: InputRequests,
  signal?: AbortSignal,
): Promise<InputResponses> {
  const handlers = Object.entries(requests).map(([key, request]): [string, RequestHandler] => {
    const method: string | undefined = request?.method
    const found = method && method !== 'ping' ? findHandler(requestHandlers(), request) : undefined
    if (found && 'run' in found) return [key, found.run]
    const remedy = capabilityRemedy([`${method}`.split('/')[0]!])
    const problem = found?.error.code === INVALID_PARAMS ? 'is not valid' : `has no handler${remedy}`
    const message = `The server asks for ${cleanText(`${method}`, 50)}, which ${problem}`
    throw new InvalidMessageError(message, { delivery: 'answered', result: requests })
  })
  const controller = new AbortController()
  // Without a timeout: a person may take any time to answer.
  const deadline = createDeadline(environment, { what: 'input', signals: [signal, closing] })
  deadline.onPassed((reason) => controller.abort(reason))
  const responses = handlers.map(async ([key, run]) => [key, await run(controller.signal)] as const)
  try {
    return Object.fromEntries(await deadline.race(Promise.all(responses))) as InputResponses
  } catch (error) {
    controller.abort(error)
    throw error
  } finally {
    deadline.stop()
  }
}

/** Whether the error demands URL elicitations (2025-11-25) and the user accepted all of them. Runs their handlers. */
export async function resolveUrlElicitations(
  context: InputContext,
  { urlElicitationError }: Revision,
  error: unknown,
  signal?: AbortSignal,
): Promise<boolean> {
  const { rpcCode, data } = (error ?? {}) as Partial<RpcError>
  const { elicitations } = (data ?? {}) as { elicitations?: unknown }
  const selectHandler = context.requestHandlers()['elicitation/create']
  if (!urlElicitationError || rpcCode !== URL_ELICITATION_REQUIRED || !selectHandler) return false
  const isUrlElicitation = (params: Params | null) => params?.mode === 'url' && selectHandler(params, params)
  if (!Array.isArray(elicitations) || !elicitations.length || !elicitations.every(isUrlElicitation)) return false
  const requests = elicitations.map((params) => ({ method: 'elicitation/create', params }))
  // The keys are the indexes.
  const responses = await resolveInputRequests(context, { ...requests } as unknown as InputRequests, signal)
  return Object.values(responses).every((response) => (response as ElicitResult).action === 'accept')
}
