/** Serves the proxy page of apps on a second port of this machine, where each server gets an origin: `x.localhost`. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AppsListener {
  /** What the page reads at `apps.json`: the address of the proxy page, with a place for the server's hash. */
  description: string
  close(): void
}

/** The handler comes from the package or from its sources. */
export async function listenForApps(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<AppsListener> {
  const server = createServer(handle)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    description: JSON.stringify({ proxy: `http://{hash}.localhost:${port}/` }),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The names under which a person may open the page at this port. */
export function pageOrigins(port: number): string[] {
  return [`http://127.0.0.1:${port}`, `http://localhost:${port}`]
}
