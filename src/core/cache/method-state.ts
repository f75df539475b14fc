/** The state of the cached responses to one method, shared by all clients of a store. */
import type { ResponseCache } from '../../types/stores.ts'

export interface MethodState {
  /** Counts invalidations, so that a response that was requested before one is not stored after it. */
  generation: number
  /** Deletions that the store has not confirmed: until then it may still return deleted entries. */
  deleting: number
  /** One page of the list was private, so all pages are. */
  isPrivate: boolean
}

const states = new WeakMap<ResponseCache, Map<string, MethodState>>()

export function methodState(store: ResponseCache, prefix: string): MethodState {
  const ofStore = states.get(store) ?? new Map<string, MethodState>()
  states.set(store, ofStore)
  const state = ofStore.get(prefix) ?? { generation: 0, deleting: 0, isPrivate: false }
  ofStore.set(prefix, state)
  return state
}
