/** The state of a server in one word, and how the page says it. */
import type { Server } from '../state/server/server.ts'

export function statusOf({ session, phase, liveness }: Server): string {
  const connected = session.value?.connection.value.status
  if (connected === 'connected' && liveness.silentSince.value !== undefined) return 'silent'
  return connected ?? phase.value.status
}

export const statusLabels: Record<string, string> = {
  idle: 'Not connected',
  connecting: 'Connecting…',
  connected: 'Connected',
  reconnecting: 'Reconnecting',
  failed: 'Session lost',
  silent: 'No answer',
}
