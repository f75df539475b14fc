/** A minimal event emitter. */

/** A class, since every client has several, most of them without a listener: closures of its own would cost more. */
export class Emitter<Arguments extends unknown[]> {
  #listeners: Set<(...values: Arguments) => void> | undefined

  publish(...values: Arguments): void {
    // Listeners may subscribe and unsubscribe while they are called.
    for (const listener of [...(this.#listeners ?? [])]) if (this.#listeners!.has(listener)) listener(...values)
  }

  /** Returns the function that ends the subscription. */
  subscribe(listener: (...values: Arguments) => void): () => void {
    this.#listeners ??= new Set()
    const listeners = this.#listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
}

export function createEmitter<Arguments extends unknown[]>(): Emitter<Arguments> {
  return new Emitter()
}
