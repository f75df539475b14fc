/** Calls that end with a question: told apart from results, and made ready to be finished elsewhere. */
import type { Continuation, InputRequired, InputResponses } from '../types/input-required.ts'

export type {
  Continuation,
  InputRequest,
  InputRequests,
  InputRequired,
  InputResponses,
} from '../types/input-required.ts'

/** Whether a call with `onInputRequired: 'return'` ended with a question instead of its result. */
export function isInputRequired(result: object): result is InputRequired {
  return 'continuation' in result && (result as InputRequired).resultType === 'input_required'
}

/** What `resume` takes: the call, now with the input that it waits for. Plain JSON as well. */
export function answerWith(continuation: Continuation, inputResponses: InputResponses = {}): Continuation {
  const open = Object.keys(continuation.inputRequests ?? {}).filter((key) => !Object.hasOwn(inputResponses, key))
  if (open.length > 0) throw new TypeError(`inputResponses: got no answer to ${open.join(', ')}, expected one to each`)
  return { ...continuation, inputResponses }
}
