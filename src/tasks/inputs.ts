/** Answers what a task asks: each key once, however often it is seen, and beside the polling. */
import { InvalidMessageError } from '../core/errors.ts'
import type { InputRequests, InputResponses } from '../types/input-required.ts'

/** Keys of one task; a server that asks more is not worth the user's time. */
const MOST = 100

export interface InputsOptions {
  answer(requests: InputRequests): Promise<InputResponses>
  update(responses: InputResponses): Promise<unknown>
  /** Told once there will be no answer. */
  failed(reason: unknown): void
}

/** Takes what the task asks for now. Keys are unique for its whole life. */
export function createInputs({ answer, update, failed }: InputsOptions): (requests: InputRequests) => void {
  const seen = new Set<string>()
  return (requests) => {
    const fresh = Object.entries(requests).filter(([key]) => !seen.has(key))
    for (const [key] of fresh) seen.add(key)
    if (seen.size > MOST) failed(new InvalidMessageError(`Expected a task that asks at most ${MOST} times, got more`))
    else if (fresh.length > 0) answer(Object.fromEntries(fresh)).then(update).catch(failed)
  }
}
