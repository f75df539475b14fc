/** The person in front of the client, who is asked by servers. */
import type { ConnectOptions } from '../../../src/core/index.ts'
import type { VirtualClock } from '../../../src/testing/index.ts'
import type { EraPlan } from './plan.ts'

export interface User {
  elicit: NonNullable<NonNullable<ConnectOptions['handlers']>['elicit']>
  /** Questions that were never answered, by what tells that nobody waits any more. */
  pending: Set<AbortSignal>
}

/** What is thrown by a handler that fails. */
export const FAILURE = new Error('the handler failed')

const SLOWLY = 700

/** Answers with what it was asked, so that an answer tells whose it is. */
export function createUser(clock: VirtualClock, how: EraPlan['user']): User {
  const pending = new Set<AbortSignal>()
  return {
    pending,
    async elicit({ message }, { signal }) {
      if (how === 'fails') throw FAILURE
      if (how === 'never answers') {
        pending.add(signal)
        return new Promise(() => {})
      }
      if (how === 'is slow') await clock.wait(SLOWLY)
      return { action: 'accept', content: { name: message } }
    },
  }
}
