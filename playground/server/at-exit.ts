/** What must be undone when this process ends, however it ends. */
const undo = new Set<() => void>()
let watching = false

/** Runs `action` when the process ends, unless what comes back was called before. */
export function atEnd(action: () => void): () => void {
  watch()
  undo.add(action)
  return () => undo.delete(action)
}

function watch(): void {
  if (watching) return
  watching = true
  process.on('exit', () => {
    for (const action of undo) action()
  })
  const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
  for (const [signal, code] of Object.entries(signals)) process.on(signal, () => process.exit(code))
}
