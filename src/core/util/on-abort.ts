/** Listens to abort signals with one listener per signal, however many calls share it. */

const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>()

/** Runs `run` when the signal aborts; the returned function cancels that. */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  const callbacks = callbacksOf.get(signal) ?? listen(signal)
  callbacks.add(run)
  return () => {
    callbacks.delete(run)
  }
}

/** A function of its own: a listener that was made beside the first callback would keep that for the life of the signal. */
function listen(signal: AbortSignal): Set<() => void> {
  const callbacks = new Set<() => void>()
  callbacksOf.set(signal, callbacks)
  // The listener stays for the life of the signal: an empty set costs less than adding and removing it for each call.
  signal.addEventListener('abort', () => {
    for (const run of callbacks) run()
  })
  return callbacks
}
