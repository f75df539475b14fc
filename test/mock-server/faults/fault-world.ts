/** A mock server and our client on one virtual clock, so that no test of a fault takes time. */
import { createConnect } from '../../../src/core/connect.ts'
import type { Client, ConnectOptions } from '../../../src/core/index.ts'
import { createSeededRandom } from '../../../src/testing/clock/seeded-random.ts'
import {
  createMockServer,
  type MockServer,
  type MockServerOptions,
  type VirtualClock,
  virtualClock,
} from '../../../src/testing/index.ts'

export interface FaultWorld {
  server: MockServer<VirtualClock>
  connect(options?: ConnectOptions): Promise<Client>
  /** Advances time as far as needed until the promise settles. */
  until<T>(promise: Promise<T>): Promise<T>
}

export function createFaultWorld(options: MockServerOptions = {}): FaultWorld {
  const clock = virtualClock(1_000_000_000)
  const random = createSeededRandom(1)
  const setTimer = (run: () => void, milliseconds: number) => clock.schedule(milliseconds, run)
  const connect = createConnect({ now: clock.now, monotonic: clock.now, setTimer, random })
  const server = createMockServer({ versions: ['2025-11-25'], random, ...options, clock })
  return {
    server,
    connect: (options) =>
      until(connect(server.url, { fetch: server.fetch, eraCache: new Map(), keepAlive: false, ...options })),
    until,
  }

  async function until<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false
    const settle = () => {
      isSettled = true
    }
    promise.then(settle, settle)
    await clock.settle()
    while (!isSettled) if (!(await clock.step())) await clock.settle()
    return promise
  }
}
