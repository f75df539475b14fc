/** Answers the input requests of a task: each key once, however often a poll returns it, while the polling goes on. */
import { InvalidMessageError } from '../core/errors.ts'
import type { InputRequests, InputResponses } from '../types/input-required.ts'

/** Input requests of one task. With more of them the call fails, since the task may never end. */
const MAX_REQUESTS = 100

export interface InputAnswererOptions {
  answer(requests: InputRequests): Promise<InputResponses>
  update(responses: InputResponses): Promise<unknown>
  /** Called if the requests cannot be answered. */
  onFailed(reason: unknown): void
}

/** The returned function takes the current requests of the task. Their keys are unique for its whole life. */
export function createInputAnswerer({
  answer,
  update,
  onFailed,
}: InputAnswererOptions): (requests: InputRequests) => void {
  const seen = new Set<string>()
  return (requests) => {
    const unseen = Object.entries(requests).filter(([key]) => !seen.has(key))
    for (const [key] of unseen) seen.add(key)
    if (seen.size > MAX_REQUESTS) {
      onFailed(new InvalidMessageError(`Expected a task that asks at most ${MAX_REQUESTS} times, got more`))
    } else if (unseen.length > 0) {
      answer(Object.fromEntries(unseen)).then(update).catch(onFailed)
    }
  }
}
