/** A server that restarts while many clients listen, on a virtual clock: when they come back. */
import { createConnect } from '../../src/core/connect.ts'
import type { Client, ConnectOptions, Fetch, ProtocolVersion } from '../../src/core/index.ts'
import { createSeededRandom } from '../../src/testing/clock/seeded-random.ts'
import { createMockServer, type MockServer, virtualClock } from '../../src/testing/index.ts'

const CLIENTS_PER_INSTANCE = 200
/** Milliseconds after the server's return, in which every client has come back. */
const OBSERVED = 180_000

export interface Restart {
  /** Idle clients that listen. */
  clients: number
  version: ProtocolVersion
  /** Milliseconds for which connections are refused. */
  outage: number
  /** The server does not know its sessions any more. */
  losesSessions?: boolean
}

export interface Reconnects {
  /** How many clients came back in each second after the server's return. */
  histogram: [second: number, clients: number][]
  /** The largest of them, as a share of all clients. */
  largest: number
  /** Milliseconds until the client with a waiting call came back. */
  waitingCall: number | undefined
}

export async function measureRestart({ clients: count, version, outage, losesSessions }: Restart): Promise<Reconnects> {
  const clock = virtualClock(1_000_000_000)
  const environment = {
    now: clock.now,
    monotonic: () => clock.now(),
    setTimer: (run: () => void, milliseconds: number) => clock.schedule(milliseconds, run),
    random: createSeededRandom(7),
  }
  const connect = createConnect(environment)
  const run = (_args: unknown, { wait }: { wait(milliseconds: number): Promise<void> }) => wait(600_000).then(() => '')
  const start = () => createMockServer({ clock, versions: [version], tools: { slow: { run } } })
  // Many instances behind one address: the mock keeps a journal of everything, which is for tests and not for thousands.
  const instances: MockServer[] = Array.from({ length: Math.ceil((count + 1) / CLIENTS_PER_INSTANCE) }, start)
  const { url } = instances[0]!
  let restartedAt = Number.POSITIVE_INFINITY
  const seconds = new Map<number, number>()
  const clients: Client[] = []

  for (let n = 0; n < count; n++) {
    const client = await open(n, (delay) => {
      const second = Math.floor(delay / 1_000)
      seconds.set(second, (seconds.get(second) ?? 0) + 1)
    })
    void drain(client.listen({ toolsListChanged: true })).catch(() => {})
  }
  let waitingCall: number | undefined
  const waiting = await open(count, (delay) => {
    waitingCall ??= delay
  })
  waiting.callTool('slow').catch(() => {})
  await clock.advance(5_000)
  restartedAt = clock.now()
  for (const [n, server] of instances.entries()) {
    server.closeStreams()
    if (losesSessions) instances[n] = start()
  }
  await clock.advance(outage + OBSERVED)
  await Promise.all(clients.map((client) => client.close().catch(() => {})))
  const histogram = [...seconds].sort(([one], [other]) => one - other)
  return { histogram, largest: Math.max(...seconds.values()) / count, waitingCall }

  async function open(n: number, onReturn: (delay: number) => void): Promise<Client> {
    let isBack = false
    const fetch: Fetch = async (address, init) => {
      const elapsed = clock.now() - restartedAt
      if (elapsed >= 0 && elapsed < outage) throw new TypeError('fetch failed')
      // Later ones only close.
      if (elapsed >= outage && elapsed < outage + OBSERVED && !isBack) {
        isBack = true
        onReturn(elapsed - outage)
      }
      return instances[Math.floor(n / CLIENTS_PER_INSTANCE)]!.fetch(address, init)
    }
    const options: ConnectOptions = { fetch, versions: [version], keepAlive: false, eraCache: new Map(), cache: false }
    const client = await connect(url, options)
    clients.push(client)
    return client
  }
}

async function drain(changes: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of changes);
}
