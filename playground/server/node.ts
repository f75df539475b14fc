/** Runs the Worker of the mock server in this Node process, since Miniflare takes seconds to start. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '../../src/shared/node-handler.ts'
import { startControlPort } from './control-port.ts'
import worker, { Realm } from './worker.ts'

export interface NodeServer {
  /** Origin of the public port. */
  url: string
  controlUrl: string
  dispose(): Promise<void>
}

export async function startServer(): Promise<NodeServer> {
  const controlToken = crypto.randomUUID()
  const realms = new Map<string, Realm>()
  const handler = toNodeHandler((request) => worker.fetch(request, environment))
  // As workerd, which keeps idle connections open.
  const server = createServer({ keepAliveTimeout: 120_000 }, handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const environment = {
    CONTROL_TOKEN: controlToken,
    IN_MEMORY: 'true',
    MAIN_PORT: `${port}`,
    REALM: { idFromName: String, get: findRealm },
  }
  const control = await startControlPort({ target: { port }, controlToken, port: 0 })
  return { url: `http://127.0.0.1:${port}`, controlUrl: control.url, dispose }

  function findRealm(id: unknown): Realm {
    const name = id as string
    const realm = realms.get(name) ?? new Realm({ abort: () => realms.delete(name) }, environment)
    realms.set(name, realm)
    return realm
  }

  async function dispose(): Promise<void> {
    await control.close()
    server.close()
    server.closeAllConnections()
  }
}
