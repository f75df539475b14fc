/** Cleans up when this process exits, also by a signal. */
const actions = new Set<() => void>()
let watching = false

/** Runs `action` when the process exits; the returned function cancels that. */
export function onProcessExit(action: () => void): () => void {
  watch()
  actions.add(action)
  return () => actions.delete(action)
}

function watch(): void {
  if (watching) return
  watching = true
  process.on('exit', () => {
    for (const action of actions) action()
  })
  const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
  for (const [signal, code] of Object.entries(signals)) process.on(signal, () => process.exit(code))
}
