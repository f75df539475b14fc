/** Actions that run when this process exits, also by a signal. */
const actions = new Set<() => void>()
let isRegistered = false

/** Runs `action` at exit; the returned function unregisters it. */
export function atExit(action: () => void): () => void {
  registerOnce()
  actions.add(action)
  return () => actions.delete(action)
}

/** Handlers of signals replace the default, which is to exit, so they exit themselves. */
function registerOnce(): void {
  if (isRegistered) return
  isRegistered = true
  process.on('exit', () => {
    for (const action of actions) action()
  })
  const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
  for (const [signal, code] of Object.entries(signals)) process.on(signal, () => process.exit(code))
}
