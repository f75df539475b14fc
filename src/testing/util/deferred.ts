/** A promise that is settled from outside. */

export interface Deferred<T> {
  promise: Promise<T>
  resolve(value: T): void
  reject(reason: unknown): void
}

export function createDeferred<T = void>(): Deferred<T> {
  let settle!: Omit<Deferred<T>, 'promise'>
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // Without a waiting reader a rejection must not become an unhandled one.
  promise.catch(() => {})
  return { promise, ...settle }
}
