/** A server that restarts while many clients listen, on a virtual clock: when they come back. */
import { createConnect } from '../../src/core/connect.ts'
import type { Fetch } from '../../src/core/index.ts'
import { createSeededRandom } from '../../src/testing/clock/seeded-random.ts'
import { createMockServer, virtualClock } from '../../src/testing/index.ts'

const CLIENTS_PER_INSTANCE = 200

/** `outage`: milliseconds for which connections are refused. */
export async function measureRestart(count: number, outage: number) {
  const clock = virtualClock(1_000_000_000)
  const random = createSeededRandom(7)
  // Many instances behind one address: the mock keeps a journal of everything, which is for tests and not for thousands.
  const instances = Array.from({ length: Math.ceil((count + 1) / CLIENTS_PER_INSTANCE) }, () =>
    createMockServer({
      clock,
      versions: ['2025-11-25'],
      tools: { slow: { run: (_args, { wait }) => wait(600_000).then(() => 'done') } },
    }),
  )
  const { url: address } = instances[0]!
  const environment = {
    now: clock.now,
    monotonic: () => clock.now(),
    setTimer: (run: () => void, milliseconds: number) => clock.schedule(milliseconds, run),
    random,
  }
  const connect = createConnect(environment)
  let restartedAt = Number.POSITIVE_INFINITY
  const seconds = new Map<number, number>()
  const createFetch = (n: number, onFirst: (delay: number) => void): Fetch => {
    const server = instances[Math.floor(n / CLIENTS_PER_INSTANCE)]!
    let isBack = false
    return async (url, init) => {
      const elapsed = clock.now() - restartedAt
      if (elapsed >= 0 && elapsed < outage) throw new TypeError('fetch failed')
      if (elapsed >= outage && !isBack) {
        isBack = true
        onFirst(elapsed - outage)
      }
      return server.fetch(url, init)
    }
  }
  const stop: (() => void)[] = []
  for (let n = 0; n < count; n++) {
    const fetch = createFetch(n, (delay) => {
      const second = Math.floor(delay / 1_000)
      seconds.set(second, (seconds.get(second) ?? 0) + 1)
    })
    const options = { fetch, versions: ['2025-11-25'] as const, keepAlive: false as const }
    const client = await connect(address, { ...options, eraCache: new Map(), cache: false })
    const subscription = client.listen({ toolsListChanged: true })
    void (async () => {
      for await (const _ of subscription);
    })().catch(() => {})
    stop.push(() => void client.close())
  }
  let firstCall: number | undefined
  const fetch = createFetch(count, (delay) => {
    // Later ones only close.
    if (delay < 180_000) firstCall = delay
  })
  const waiting = await connect(address, { fetch, versions: ['2025-11-25'], keepAlive: false, eraCache: new Map() })
  waiting.callTool('slow').catch(() => {})
  await clock.advance(5_000)
  restartedAt = clock.now()
  for (const server of instances) server.closeStreams()
  await clock.advance(outage + 180_000)
  const histogram = [...seconds].sort(([one], [other]) => one - other)
  const largest = ((100 * Math.max(...seconds.values())) / count).toFixed(0)
  for (const end of stop) end()
  await waiting.close().catch(() => {})
  return { histogram, largest, firstCall: firstCall === undefined ? 'never' : Math.round(firstCall) }
}
