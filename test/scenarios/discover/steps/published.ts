/** A server on an origin of its own, which publishes a card and a catalog. */
import type { Server } from '../../../../playground/server/control/control.ts'
import type { DiscoveryConfig, JournalEntry } from '../../../../src/testing/index.ts'
import type { World } from '../../scenario.ts'

export interface Published {
  server: Server
  origin: string
  card: string
  /** The requests that reached it, without preflights. */
  requests(): Promise<JournalEntry[]>
}

export async function publish(world: World, discovery: DiscoveryConfig = {}): Promise<Published> {
  const server = await world.origin()
  await server.configure({ discovery: { card: true, catalog: true, ...discovery } })
  const requests = async () => (await server.journal()).filter(({ httpMethod }) => httpMethod !== 'OPTIONS')
  return { server, origin: new URL(server.url).origin, card: `${server.url}/server-card`, requests }
}

export const WELL_KNOWN = '/.well-known/ai-catalog.json'

export const cardEntry = (name: string, url: unknown, more: object = {}) => ({
  identifier: `urn:air:example.com:${name}`,
  type: 'application/mcp-server-card+json',
  url,
  ...more,
})

export const catalogEntry = (url: unknown, more: object = {}) => ({
  identifier: 'urn:air:example.com:catalog',
  type: 'application/ai-catalog+json',
  url,
  ...more,
})
