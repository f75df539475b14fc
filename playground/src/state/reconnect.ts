/** After a reload, or Back and Forward to another page, a tab connects again to the server that it was connected to. */
import { readPlace } from './address.ts'
import { connectTo } from './session.ts'
import { readStored } from './storage.ts'
import { CONNECTED_KEY, lacksSecrets, readTarget, updateTarget } from './target.ts'

/** Not for a link: a link connects only after a click. */
export function reconnectAfterReload(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (entry?.type === 'reload' || entry?.type === 'back_forward') reconnect()
  // The page came back as it was, but its connection was closed when it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && reconnect())
}

function reconnect(): void {
  const target = readTarget(readStored('tab', CONNECTED_KEY))
  if (!target || readPlace(location.hash)?.target.url !== target.url) return
  updateTarget(target)
  // Tokens and values of headers are kept in memory only, so somebody has to enter them again.
  if (!lacksSecrets(target)) void connectTo(target)
}
