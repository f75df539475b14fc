/** The entry `mcp-over-fetch/continuation`: results with `input_required`, and how to resume their calls in another process. */
import type { Continuation, InputRequired, InputResponses } from '../types/input-required.ts'

export type {
  Continuation,
  InputRequest,
  InputRequests,
  InputRequired,
  InputResponses,
} from '../types/input-required.ts'

/** Whether a call with `inputRequired: 'return'` returned input requests instead of its result. */
export function isInputRequired(result: object): result is InputRequired {
  return 'continuation' in result && (result as InputRequired).resultType === 'input_required'
}

/** Adds the responses to a continuation, for the `resume` option. The result is plain JSON. */
export function withInputResponses(continuation: Continuation, inputResponses: InputResponses = {}): Continuation {
  const missing = Object.keys(continuation.inputRequests ?? {}).filter((key) => !Object.hasOwn(inputResponses, key))
  if (missing.length > 0)
    throw new TypeError(`inputResponses: got no answer to ${missing.join(', ')}, expected one to each`)
  return { ...continuation, inputResponses }
}
