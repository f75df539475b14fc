/** One listener per signal, however many calls share it. */

const watched = new WeakMap<AbortSignal, Set<() => void>>()

/** Runs `run` when the signal aborts; the returned function takes that back. */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  const runs = watched.get(signal) ?? watch(signal)
  runs.add(run)
  return () => {
    runs.delete(run)
  }
}

function watch(signal: AbortSignal): Set<() => void> {
  const runs = new Set<() => void>()
  watched.set(signal, runs)
  // It stays for the life of the signal: an empty set costs less than adding and removing it with every call.
  signal.addEventListener('abort', () => {
    for (const run of runs) run()
  })
  return runs
}
