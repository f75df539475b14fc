/** A relay in the process of the client, so that scenarios with one run in every runtime. */
import type { Fetch } from '../../../../src/core/index.ts'
import { createRelay, type RelayLogEntry, type RelayOptions, relayed } from '../../../../src/relay/index.ts'
import type { World } from '../../scenario.ts'

export const RELAY = 'https://relay.example/'

export interface InProcessRelay {
  /** For `connect()`: through the relay. */
  fetch: Fetch
  logged: RelayLogEntry[]
}

/** Allows the servers at these URLs, which are on this machine, by name. */
export function startRelay(
  urls: readonly string[],
  options: Partial<RelayOptions> = {},
  address = RELAY,
): InProcessRelay {
  const logged: RelayLogEntry[] = []
  const relay = createRelay({
    allow: urls.map((url) => new URL(url).origin),
    // A request that never leaves the process has no Origin header in a browser.
    origins: () => true,
    log: (entry) => logged.push(entry),
    ...options,
  })
  return { fetch: relayed(address, { fetch: (url, init) => relay(new Request(url, init)) }), logged }
}

/** The requests of the client that came to the server, each of which must have come from the relay. */
export async function relayedRequests({ server, assert }: Pick<World, 'server' | 'assert'>): Promise<string[]> {
  const entries = (await server.journal()).filter(({ httpMethod }) => httpMethod !== 'OPTIONS')
  for (const { headers, path } of entries) assert.equal(headers['mcp-relay'], 'request', path)
  return entries.map(({ httpMethod, rpcMethod }) => rpcMethod ?? httpMethod)
}
