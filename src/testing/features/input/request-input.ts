/** Requests input from the client during a request: on its stream in the handshake revisions, in rounds afterwards. */
import { INVALID_PARAMS, MISSING_CLIENT_CAPABILITY } from '../../jsonrpc/error-codes.ts'
import { ProtocolError } from '../../jsonrpc/protocol-error.ts'
import { isKnown, isStateless } from '../../revisions.ts'
import { isObject } from '../../util/is-object.ts'
import type { RequestContext } from '../request-context.ts'
import { type InputRequest, type InputResponse, missingCapabilities, responseIssues } from './input-request.ts'
import type { RequestStates } from './request-state.ts'

export type InputResponses<Key extends string> = Record<Key, InputResponse>

export interface InputRequester {
  /** Whether the client declared the capability that this request needs. */
  canRequest(request: InputRequest): boolean
  /** `withState` hands the responses so far to the client as `requestState`; several rounds need it. */
  requestInput<Key extends string>(
    requests: Record<Key, InputRequest>,
    options?: { withState?: boolean },
  ): Promise<InputResponses<Key>>
  /** Stateless revisions only: makes the client repeat its request once, with a state and without any input. */
  requestRetry(): Promise<void>
}

/** Thrown by a feature that needs another round; its result becomes the result of the request. */
export class InputRequired extends Error {
  readonly result: object
  constructor(need: { inputRequests?: object; requestState?: string }) {
    super('The client has to come back first')
    this.result = { resultType: 'input_required', ...need }
  }
}

export function createInputRequester(
  states: RequestStates,
  method: string,
  params: Record<string, unknown>,
  context: RequestContext,
): InputRequester {
  const canRequest = (request: InputRequest) => missingCapabilities(request, context.clientCapabilities) === undefined
  return {
    canRequest,
    ...(isStateless(context.version) ? inRounds(states, method, params, context) : onStream(context)),
  }
}

function onStream(context: RequestContext): Pick<InputRequester, 'requestInput' | 'requestRetry'> {
  return {
    async requestInput<Key extends string>(requests: Record<Key, InputRequest>) {
      const all = Object.entries<InputRequest>(requests).map(async ([key, request]) => {
        if (!isKnown(request.method, context.version) || missingCapabilities(request, context.clientCapabilities)) {
          throw new Error(`The client did not declare ${request.method}`)
        }
        return [key, checkResponse(key, request, await send(context, request))] as const
      })
      return Object.fromEntries(await Promise.all(all)) as InputResponses<Key>
    },
    async requestRetry() {},
  }
}

async function send(context: RequestContext, { method, params }: InputRequest): Promise<unknown> {
  try {
    return await context.request(method, params)
  } catch (reason) {
    context.signal.throwIfAborted()
    // The client's error fails the tool, not the client's own request.
    const code = reason instanceof ProtocolError ? ` with ${reason.code}` : ''
    throw new Error(`The client refused ${method}${code}: ${(reason as Error).message}`)
  }
}

function inRounds(
  states: RequestStates,
  method: string,
  params: Record<string, unknown>,
  context: RequestContext,
): Pick<InputRequester, 'requestInput' | 'requestRetry'> {
  // Includes the arguments: a client must repeat the very request that it made.
  const subject = `${method} ${params.name ?? params.uri} ${JSON.stringify(params.arguments ?? {})}`
  const state = readState(states, subject, params.requestState)
  const responses = { ...state, ...readResponses(params.inputResponses) }
  return {
    async requestInput<Key extends string>(requests: Record<Key, InputRequest>, { withState = false } = {}) {
      // In a round with state, responses that come back without the state are not accepted, but requested again.
      const known: Record<string, unknown> = withState && !state ? {} : responses
      const entries = Object.entries<InputRequest>(requests)
      const open = entries.filter(([key]) => !Object.hasOwn(known, key))
      if (open.length > 0) {
        requireCapabilities(open, context)
        const requestState = withState && { requestState: states.write(subject, known) }
        throw new InputRequired({ inputRequests: Object.fromEntries(open), ...requestState })
      }
      const checked = entries.map(([key, request]) => [key, checkResponse(key, request, known[key])] as const)
      return Object.fromEntries(checked) as InputResponses<Key>
    },
    async requestRetry() {
      if (!state) throw new InputRequired({ requestState: states.write(subject, {}) })
    },
  }
}

function requireCapabilities(requests: [string, InputRequest][], { clientCapabilities }: RequestContext): void {
  const missing = requests.map(([, request]) => missingCapabilities(request, clientCapabilities))
  if (!missing.some(Boolean)) return
  const requiredCapabilities = Object.assign({}, ...missing)
  const message = 'The client did not declare a capability that this needs'
  throw new ProtocolError(MISSING_CLIENT_CAPABILITY, message, { requiredCapabilities })
}

function checkResponse(key: string, request: InputRequest, response: unknown): InputResponse {
  const issues = responseIssues(request, response)
  if (issues.length === 0) return response as InputResponse
  throw new ProtocolError(INVALID_PARAMS, `Invalid answer to ${key}: ${issues.join('; ')}`, { key, issues })
}

function readState(states: RequestStates, subject: string, state: unknown): Record<string, unknown> | undefined {
  if (state === undefined) return undefined
  const content = typeof state === 'string' ? states.read(subject, state) : undefined
  if (!content)
    throw new ProtocolError(INVALID_PARAMS, `The requestState was not issued for ${subject}, or was changed`)
  return content
}

function readResponses(value: unknown): Record<string, unknown> {
  if (value === undefined) return {}
  if (!isObject(value)) {
    throw new ProtocolError(INVALID_PARAMS, `inputResponses must be an object, got ${JSON.stringify(value)}`)
  }
  return value
}
