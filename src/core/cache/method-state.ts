/** The state of the cached responses to one method, shared by all clients of a store. */
import type { ResponseCache } from '../../types/stores.ts'
import { createLruCache, type LruCache } from './lru-cache.ts'

export interface MethodState {
  /** Counts invalidations, so that a response that was requested before one is not stored after it. */
  generation: number
  /** Deletions that the store has not confirmed: until then it may still return deleted entries. */
  deleting: number
  /** One page of the list was private, so all pages are. */
  isPrivate: boolean
}

const states = new WeakMap<ResponseCache, LruCache<MethodState>>()

export function methodState(store: ResponseCache, prefix: string): MethodState {
  // A process may connect to any number of addresses; the states of those that it has not used for long are dropped.
  const maxStates = 2_000
  const ofStore = states.get(store) ?? createLruCache(maxStates)
  states.set(store, ofStore)
  const state = ofStore.get(prefix) ?? { generation: 0, deleting: 0, isPrivate: false }
  ofStore.set(prefix, state)
  return state
}
