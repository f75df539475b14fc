/** Listens to abort signals with one listener per signal, however many calls share it. */

const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>()

/** Runs `run` when the signal aborts; the returned function cancels that. */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  const known = callbacksOf.get(signal)
  const callbacks = known ?? new Set()
  if (!known) {
    callbacksOf.set(signal, callbacks)
    // The listener stays for the life of the signal: an empty set costs less than adding and removing it for each call.
    signal.addEventListener('abort', () => {
      for (const run of callbacks) run()
    })
  }
  callbacks.add(run)
  return () => {
    callbacks.delete(run)
  }
}
