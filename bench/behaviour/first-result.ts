/** Requests and connections from a URL to the first result of a tool, by kind of server: connect, list, call. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ConnectClient, Connected } from './clients.ts'
import { type ServerKind, startCountingServer } from './counting-server.ts'

const patience = 5_000

export function firstResult(kind: ServerKind): (connect: ConnectClient) => Promise<string[]> {
  return async (connect) => {
    const server = await startCountingServer(kind)
    const attempt = await use(() => connect(server.url))
    // Programs of some clients choose HTTP+SSE by themselves, after an attempt with Streamable HTTP failed.
    const second = attempt !== 'answered' && kind === 'http-sse' && (await use(() => connect(server.url, 'sse')))
    await delay(200)
    const counts = `${server.requests()} · ${server.connections()}`
    if (attempt === 'answered') return [counts]
    return [second === 'answered' ? `${counts} with a fallback by hand` : attempt]
  }
}

async function use(connect: () => Promise<Connected>): Promise<string> {
  const run = async () => {
    const client = await connect()
    await client.list()
    await client.call(patience)
    return 'answered'
  }
  return Promise.race([run().catch(() => 'fails'), delay(patience, 'hangs')])
}
