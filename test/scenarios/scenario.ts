/** What a scenario is: a promise as plain data, and a function that shows it in a `World`. */

import type { ProxyOptions, Server, TcpProxy } from '../../playground/server/control/control.ts'
import type { Client, ConnectOptions } from '../../src/core/index.ts'
import type { Assert } from './assert.ts'

export type RuntimeName = 'node' | 'workerd' | 'deno' | 'bun' | 'chromium' | 'firefox' | 'webkit'

export interface Scenario {
  /** A promise to a user, as a sentence. */
  name: string
  /** The requirements it shows, such as `D-01`, `protocol:N-24b`, `auth:S-42`. */
  ids?: readonly string[]
  /** Option checks, wording, parsing: engines cannot differ here, so it runs in Node and one browser. */
  pure?: true
  /** Whose messages are no valid ones by design: of an application that passes wrong values, or of a mock that is set up so. */
  invalid?: 'client' | 'server'
  /** The runtimes where it cannot run, each with the reason that the summary prints. */
  runs?: { except: Partial<Record<RuntimeName, string>> }
  run(world: World): Promise<void>
}

/** What several scenarios have in common that differ in how they connect. */
export interface ScenarioByConnect extends Omit<Scenario, 'run'> {
  run(world: World, connect: World['connect']): Promise<void>
}

/** A fetch that records what becomes of every response body. */
export interface Ledger {
  fetch: typeof fetch
  /** One row per response, with the state of its body. */
  bodies(): { url: string; method: string; status: number; state: 'open' | 'read' | 'cancelled' | 'errored' | 'none' }[]
  /** Resolves when no body is open; rejects after 30 s, naming those that are. */
  settled(): Promise<void>
}

export interface World {
  runtime: RuntimeName
  server: Server
  /** Connects to this realm's server by a handshake; the client is closed when the scenario ends. */
  connect(options?: ConnectOptions & { url?: string | URL }): Promise<Client>
  /** Connects as an application does, with any era; clients of one world share an era cache. */
  connectAny(options?: ConnectOptions & { url?: string | URL }): Promise<Client>
  /** Connects with the stateless revision only. */
  connectModern(options?: ConnectOptions & { url?: string | URL }): Promise<Client>
  proxy(options?: ProxyOptions): Promise<TcpProxy>
  /** A further realm, at the root of an origin of its own. */
  origin(): Promise<Server>
  ledger(): Ledger
  assert: Assert
  /** Waits for timers and pending I/O callbacks to run, that many times. */
  macrotasks(count: number): Promise<void>
}
