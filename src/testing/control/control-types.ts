/** What a test sees of a mock server that it controls, in process or over HTTP. */
import type { Act, JournalEntry, Rule, ServerConfig } from '../script/script.ts'

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
export interface TcpProxy {
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

export type DeepPartial<T> = { [K in keyof T]?: NonNullable<T[K]> extends object ? DeepPartial<T[K]> | T[K] : T[K] }
