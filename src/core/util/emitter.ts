/** Tells everybody who wants to hear. */

export interface Emitter<Arguments extends unknown[]> {
  publish(...values: Arguments): void
  /** The returned function ends it. */
  subscribe(listener: (...values: Arguments) => void): () => void
}

export function createEmitter<Arguments extends unknown[]>(): Emitter<Arguments> {
  const listeners = new Set<(...values: Arguments) => void>()
  return {
    publish(...values) {
      for (const listener of listeners) listener(...values)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
