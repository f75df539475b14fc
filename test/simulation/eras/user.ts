/** The user of the client: answers elicitations. */
import type { ConnectOptions } from '../../../src/core/index.ts'
import type { VirtualClock } from '../../../src/testing/index.ts'

export type UserBehaviour = 'answers' | 'is slow' | 'fails' | 'never answers'

export interface User {
  elicit: NonNullable<NonNullable<ConnectOptions['handlers']>['elicit']>
  /** The signals of the elicitations that are never answered. */
  unanswered: Set<AbortSignal>
}

/** What a handler that fails throws. */
export const HANDLER_FAILURE = new Error('the handler failed')

/** Milliseconds. */
const SLOW_ANSWER = 700

/** Answers with the message of the elicitation, so that each answer shows which request it belongs to. */
export function createUser(clock: VirtualClock, behaviour: UserBehaviour): User {
  const unanswered = new Set<AbortSignal>()
  return {
    unanswered,
    async elicit({ message }, { signal }) {
      if (behaviour === 'fails') throw HANDLER_FAILURE
      if (behaviour === 'never answers') {
        unanswered.add(signal)
        return new Promise(() => {})
      }
      if (behaviour === 'is slow') await clock.wait(SLOW_ANSWER)
      return { action: 'accept', content: { name: message } }
    },
  }
}
