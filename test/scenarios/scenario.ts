/** What a scenario is: a promise, where it runs, and a plain function of the world it runs in. */
import type { Client, ConnectOptions } from '../../src/core/index.ts'
import type { ProxyOptions, Server, TcpProxy } from '../../src/testing/index.ts'
import type { Assert } from './assert.ts'

export type RuntimeName = 'node' | 'workerd' | 'deno' | 'bun' | 'chromium' | 'firefox' | 'webkit'

export interface Scenario {
  /** A promise to a user, as a sentence. */
  name: string
  /** Where it cannot run, each with the reason that the summary prints. */
  runs?: { except: Partial<Record<RuntimeName, string>> }
  run(world: World): Promise<void>
}

/** A fetch that keeps account of every body it handed out. */
export interface Ledger {
  fetch: typeof fetch
  /** One row per response: what became of its body. */
  bodies(): { url: string; method: string; status: number; state: 'open' | 'read' | 'cancelled' | 'errored' | 'none' }[]
  /** Resolves when no body is open any more; rejects after five seconds naming those that are. */
  settled(): Promise<void>
}

export interface World {
  runtime: RuntimeName
  server: Server
  /** Connects to this realm's server by a handshake; the client is closed when the scenario ends. */
  connect(options?: ConnectOptions & { url?: string | URL }): Promise<Client>
  /** Connects as an application does, by whatever the server speaks. What one learns another of this world knows. */
  connectAny(options?: ConnectOptions & { url?: string | URL }): Promise<Client>
  /** Connects to a server of the stateless revision and to no other. */
  connectModern(options?: ConnectOptions & { url?: string | URL }): Promise<Client>
  proxy(options?: ProxyOptions): Promise<TcpProxy>
  /** A further realm, at the root of an origin of its own. */
  origin(): Promise<Server>
  ledger(): Ledger
  assert: Assert
  /** Waits for timers and pending I/O callbacks to run, that many times. */
  macrotasks(count: number): Promise<void>
}
