/** A Node HTTP server on a free port of 127.0.0.1. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface HttpServer {
  origin: string
  /** Also ends the open connections. */
  close(): void
}

export async function startHttpServer(listener: RequestListener): Promise<HttpServer> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
