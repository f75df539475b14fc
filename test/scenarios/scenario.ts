/** What a scenario is: a promise, where it runs, and a plain function of the world it runs in. */
import type { Client, ConnectOptions } from '../../src/core/index.ts'
import type { Act, JournalEntry, Rule, ServerConfig } from '../server/script.ts'
import type { Assert } from './assert.ts'

export type RuntimeName = 'node' | 'workerd' | 'deno' | 'bun' | 'chromium' | 'firefox' | 'webkit'

export interface Scenario {
  /** A promise to a user, as a sentence. */
  name: string
  /** Where it cannot run, each with the reason that the summary prints. */
  runs?: { except: Partial<Record<RuntimeName, string>> }
  run(world: World): Promise<void>
}

/** The realm's remote control. It talks to another port than the MCP endpoint. */
export interface Server {
  /** The MCP endpoint of this realm. */
  url: string
  /** The HTTP+SSE endpoint of this realm. */
  sseUrl: string
  configure(config: DeepPartial<ServerConfig>): Promise<void>
  script(...rules: Rule[]): Promise<void>
  act(act: Act): Promise<void>
  journal(): Promise<JournalEntry[]>
  /** The JSON-RPC methods received, in order; `GET`, `DELETE` for requests without a body. */
  methods(): Promise<string[]>
  /** Resolves when a step reached this barrier. */
  reached(barrier: string): Promise<void>
  release(barrier: string): Promise<void>
  /** Resolves with the journal once `test` holds for it; rejects after five seconds with the journal in the text. */
  until(test: (journal: JournalEntry[]) => boolean): Promise<JournalEntry[]>
}

/** A TCP proxy in front of the server, for what an HTTP server cannot do or see. */
export interface Proxy {
  /** The MCP endpoint of this realm through the proxy. */
  url: string
  /** Connections accepted so far, and how many are open now. */
  counts(): Promise<{ accepted: number; open: number; refused: number }>
  /** Sends RST on all connections. */
  reset(): Promise<void>
}

export interface ProxyOptions {
  /** Further connections wait until one is closed, as in a browser. */
  maxConnections?: number
  /** Passes the server's bytes on in pieces of this many. */
  split?: number
  /** Sends RST after this many bytes of response. */
  resetAfter?: number
  /** Milliseconds added to each piece from the server. */
  delay?: number
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
  proxy(options?: ProxyOptions): Promise<Proxy>
  /** A further realm, at the root of an origin of its own. */
  origin(): Promise<Server>
  ledger(): Ledger
  assert: Assert
  /** Waits for timers and pending I/O callbacks to run, that many times. */
  macrotasks(count: number): Promise<void>
}

export type DeepPartial<T> = { [K in keyof T]?: NonNullable<T[K]> extends object ? DeepPartial<T[K]> | T[K] : T[K] }
