/** The proxy page for views of tools, on a port of its own beside the inspector. */
import { createAppProxy } from 'mcp-over-fetch/apps'
import { toNodeHandler } from 'mcp-over-fetch/relay'
import { type AppsListener, listenForApps, pageOrigins } from '../../playground/server/listen-apps.ts'

/** `port` is that of the inspector. */
export function serveApps(port: number): Promise<AppsListener> {
  const proxy = createAppProxy({ hosts: pageOrigins(port) })
  return listenForApps(toNodeHandler(async (request) => proxy(request)))
}
