/** A Node HTTP server on 127.0.0.1, on a free port unless it is told one. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface HttpServer {
  origin: string
  /** Also ends the open connections. */
  close(): void
}

export async function startHttpServer(listener: RequestListener, port = 0): Promise<HttpServer> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
