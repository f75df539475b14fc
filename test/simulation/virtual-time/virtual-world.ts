/** Clients and the mock server on one virtual clock: time passes only when a test advances it, and every run is the same. */

import type { Server } from '../../../playground/server/control/control.ts'
import { createInProcess } from '../../../playground/server/control/in-process.ts'
import { createConnect } from '../../../src/core/connect.ts'
import type { Client, ConnectOptions } from '../../../src/core/index.ts'
import type { Environment } from '../../../src/core/util/environment.ts'
import { createSeededRandom } from '../../../src/testing/clock/seeded-random.ts'
import { type VirtualClock, virtualClock } from '../../../src/testing/index.ts'
import { createMemoryStore, type Store } from '../../../src/testing/store.ts'
import { HANDSHAKES } from '../../scenarios/steps/handshake-versions.ts'

export interface VirtualWorld {
  clock: VirtualClock
  /** Clock, timers and randomness of the clients. */
  environment: Environment
  server: Server
  /** The network: reaches the server without delay. */
  fetch: NonNullable<ConnectOptions['fetch']>
  /**
   * Connects to the server, by a handshake unless `versions` say otherwise. The client is closed when the world ends.
   * Where connecting takes time, use `until`, or advance before awaiting it.
   */
  connect(options?: ConnectOptions & { url?: string | URL }): Promise<Client>
  /** Connects with all revisions, so that the era is detected. */
  connectAny(options?: ConnectOptions & { url?: string | URL }): Promise<Client>
  /** Sets the clients' clock forward, or back if negative: their dates change, and no time passes. */
  setClock(milliseconds: number): void
  /** The machine sleeps: timers stand still, and the monotonic clock too unless it is one that counts sleep. */
  sleep(milliseconds: number, isCounted: boolean): void
  /** Advances time, timer by timer. */
  advance(milliseconds: number): Promise<void>
  /** Runs everything that needs no time. */
  settle(): Promise<void>
  /** Advances time as far as needed until the promise settles; rejects when no timer is left. */
  until<T>(promise: Promise<T>): Promise<T>
  /** Timers of the clients that have neither fired nor been cancelled. */
  timers(): number
  /** Closes all clients and disposes of the server. */
  end(): Promise<void>
}

/** A whole second, because an HTTP date has no fractions; not zero, so that a clock that is not used shows. */
const START = 1_000_000_000

export interface VirtualWorldOptions {
  seed?: number
  /** The store of the server's sessions and events. */
  store?: Store
}

export function createVirtualWorld({ seed = 1, store = createMemoryStore() }: VirtualWorldOptions = {}): VirtualWorld {
  const clock = virtualClock(START)
  const timers = new Set<object>()
  let clockOffset = 0
  let countedSleep = 0
  // Two generators: the numbers that one side draws must not depend on the other side.
  const environment: Environment = {
    now: () => clock.now() + clockOffset,
    monotonic: () => clock.now() - START + countedSleep,
    setTimer,
    random: createSeededRandom(2 * seed),
    // Half of the seeds of the simulation are pages.
    inPage: () => seed % 2 === 0,
  }
  const { fetch, control: server } = createInProcess({ store, clock, random: createSeededRandom(2 * seed + 1) })
  const connectInEnvironment = createConnect(environment)
  const clients: Client[] = []

  return {
    clock,
    environment,
    server,
    fetch,
    connect: (options) => open({ versions: HANDSHAKES, ...options }),
    connectAny: (options = {}) => open(options),
    setClock(milliseconds) {
      clockOffset += milliseconds
    },
    sleep(milliseconds, isCounted) {
      clockOffset += milliseconds
      if (isCounted) countedSleep += milliseconds
    },
    advance: clock.advance,
    settle: clock.settle,
    until,
    timers: () => timers.size,
    async end() {
      await until(Promise.all(clients.splice(0).map((client) => client.close())))
      await server.dispose()
      await clock.settle()
    },
  }

  async function open({ url = server.url, ...options }: ConnectOptions & { url?: string | URL }): Promise<Client> {
    const client = await connectInEnvironment(url, { fetch, ...options })
    clients.push(client)
    return client
  }

  function setTimer(run: () => void, milliseconds: number): () => void {
    const timer = {}
    timers.add(timer)
    const cancel = clock.schedule(milliseconds, () => {
      timers.delete(timer)
      run()
    })
    return () => {
      timers.delete(timer)
      cancel()
    }
  }

  async function until<T>(promise: Promise<T>): Promise<T> {
    let settled = false
    const settle = () => {
      settled = true
    }
    promise.then(settle, settle)
    await clock.settle()
    while (!settled) if (!(await clock.step())) throw new Error('No timer is left that could settle this promise')
    return promise
  }
}
