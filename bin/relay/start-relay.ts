/** A relay on 127.0.0.1 for one server and one page, with a random key in its address. */
import { randomBytes } from 'node:crypto'
import type { Fetch } from 'mcp-over-fetch'
import { createRelay, type RelayLogEntry } from 'mcp-over-fetch/relay'
import { listenOnLoopback } from './listen.ts'

/** Milliseconds that the key is valid. */
const LIFETIME = 24 * 60 * 60 * 1000

export interface RelayArguments {
  server: URL
  page: URL
  /** Further origins. */
  allow: readonly string[]
  /** 0 for a free one. */
  port: number
  /** Instead of a random one. */
  key?: string | undefined
  /** Sends the requests to servers. */
  fetch?: Fetch | undefined
  log?: ((entry: RelayLogEntry) => void) | undefined
}

export interface StartedRelay {
  address: string
  expires: Date
  /** The page with the server to connect to, through this relay. */
  link: string
  close(): void
}

export async function startRelay({
  server,
  page,
  allow,
  port,
  log,
  fetch,
  key = createKey(),
}: RelayArguments): Promise<StartedRelay> {
  const expires = new Date(Date.now() + LIFETIME)
  const relay = createRelay({
    allow: [server.origin, ...allow],
    origins: [page.origin],
    keys: [{ key, expires }],
    log,
    fetch,
  })
  const listening = await listenOnLoopback(port, () => relay, 'This relay has another name\n')
  const address = `http://127.0.0.1:${listening.port}/?key=${key}`
  return { address, expires, link: toLink(page, server, address), close: listening.close }
}

export function createKey(): string {
  return randomBytes(24).toString('base64url')
}

/** After the `#`, which is sent to no server: the key is a secret. */
function toLink(page: URL, server: URL, relay: string): string {
  const link = new URL(page)
  link.hash = `${new URLSearchParams({ server: server.href, relay })}`
  return link.href
}
