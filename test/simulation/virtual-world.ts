/** A client and the mock server on one virtual clock: a minute passes when a test says so, and every run is the same. */
import { createConnect } from '../../src/core/connect.ts'
import type { Client, ConnectOptions } from '../../src/core/index.ts'
import type { Environment } from '../../src/core/util/environment.ts'
import {
  createInProcess,
  createMemoryStore,
  createSeededRandom,
  createVirtualClock,
  type Server,
  type Store,
  type VirtualClock,
} from '../../src/testing/index.ts'
import { HANDSHAKES } from '../scenarios/steps/handshake-versions.ts'

export interface VirtualWorld {
  clock: VirtualClock
  /** Time and chance as the client has them. */
  environment: Environment
  server: Server
  /** The network: reaches the server without delay. */
  fetch: NonNullable<ConnectOptions['fetch']>
  /** Connects to the server, by a handshake unless `versions` say otherwise. The client is closed when the world ends. If it has to wait, advance before awaiting it. */
  connect(options?: ConnectOptions & { url?: string | URL }): Promise<Client>
  /** Connects by whatever the server speaks. */
  connectAny(options?: ConnectOptions & { url?: string | URL }): Promise<Client>
  /** Moves time on, timer by timer. */
  advance(milliseconds: number): Promise<void>
  /** Lets everything happen that needs no time. */
  settle(): Promise<void>
  /** Moves time on, as far as needed, until the promise settles; rejects when nothing is left that could happen. */
  until<T>(promise: Promise<T>): Promise<T>
  /** Timers that the client has set and that neither fired nor were called off. */
  timers(): number
  /** Closes all clients and ends everything on the server. */
  end(): Promise<void>
}

/** A whole second, so that it survives as an HTTP date; not zero, which would hide a clock that nobody reads. */
const START = 1_000_000_000

export interface VirtualWorldOptions {
  seed?: number
  /** Where the server keeps its sessions and events. */
  store?: Store
}

export function createVirtualWorld({ seed = 1, store = createMemoryStore() }: VirtualWorldOptions = {}): VirtualWorld {
  const clock = createVirtualClock(START)
  const armed = new Set<object>()
  // Two dice: what one side draws must not change what the other gets.
  const environment: Environment = { now: clock.now, setTimer, random: createSeededRandom(2 * seed) }
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
    advance: clock.advance,
    settle: clock.settle,
    until,
    timers: () => armed.size,
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
    armed.add(timer)
    const takeBack = clock.schedule(milliseconds, () => {
      armed.delete(timer)
      run()
    })
    return () => {
      armed.delete(timer)
      takeBack()
    }
  }

  async function until<T>(promise: Promise<T>): Promise<T> {
    let settled = false
    const settle = () => {
      settled = true
    }
    promise.then(settle, settle)
    await clock.settle()
    while (!settled) if (!(await clock.step())) throw new Error('Nothing is left that could settle this promise')
    return promise
  }
}
