/** A minimal event emitter. */

export interface Emitter<Arguments extends unknown[]> {
  publish(...values: Arguments): void
  /** Returns the function that ends the subscription. */
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
