/** Actions that run when this process exits, also by a signal. */
const actions = new Set<() => void>()
let isListening = false

/** Runs `action` at exit; the returned function unregisters it. */
export function atExit(action: () => void): () => void {
  listen()
  actions.add(action)
  return () => actions.delete(action)
}

function listen(): void {
  if (isListening) return
  isListening = true
  process.on('exit', () => {
    for (const action of actions) action()
  })
  const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
  for (const [signal, code] of Object.entries(signals)) process.on(signal, () => process.exit(code))
}
