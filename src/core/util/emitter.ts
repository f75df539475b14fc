/** A minimal event emitter. */

type Listener<Arguments extends unknown[]> = (...values: Arguments) => void

/** A class, since every client has several, most of them with one listener or none. */
export class Emitter<Arguments extends unknown[]> {
  /** Replaced by every change, so that listeners may subscribe and unsubscribe while they are called. */
  #listeners: readonly { run: Listener<Arguments> }[] | undefined

  publish(...values: Arguments): void {
    const listeners = this.#listeners
    for (const listener of listeners ?? []) {
      if (listeners === this.#listeners || this.#listeners!.includes(listener)) listener.run(...values)
    }
  }

  /** Returns the function that ends the subscription. */
  subscribe(run: Listener<Arguments>): () => void {
    const listener = { run }
    this.#listeners = [...(this.#listeners ?? []), listener]
    return () => {
      this.#listeners = this.#listeners!.filter((one) => one !== listener)
    }
  }
}

export function createEmitter<Arguments extends unknown[]>(): Emitter<Arguments> {
  return new Emitter()
}
