/** The entry `mcp-over-fetch/discover`: finds the servers of a domain, reads their cards, and connects to what these name. */
import { withDeadline } from '../core/util/deadline.ts'
import { systemEnvironment } from '../core/util/environment.ts'
import { type FoundCard, parseCard } from './card.ts'
import { ACCEPT_CARD, type CatalogEntry, catalogUrl, readCatalogs } from './catalog.ts'
import { checkUrl } from './check-url.ts'
import { type DiscoverOptions, readDocument } from './read-document.ts'

export type { CardHeader, CardInput, CardRemote, FoundCard, ServerCard } from './card.ts'
export { findCardIssues } from './card-shape.ts'
export type { CatalogEntry } from './catalog.ts'
export { type Contradiction, checkCard } from './check-card.ts'
export { type ConnectCardOptions, connectCard } from './connect-card.ts'
export { DiscoverError, type DiscoverErrorReason } from './errors.ts'
export type { CardVariables } from './fill-remote.ts'
export type { DiscoverLimits, DiscoverOptions } from './read-document.ts'

/**
 * The servers in the AI Catalog of a domain, with those of catalogs inside of it. Reads no card and asks no server: pass an
 * entry to `readCard()`.
 *
 * @example
 * for (const { name, url } of await discover('example.com')) console.log(name, new URL(url).host)
 */
export async function discover(domain: string | URL, options: DiscoverOptions = {}): Promise<CatalogEntry[]> {
  const url = catalogUrl(domain)
  return withDeadline(systemEnvironment, limitsOf('discover', options), (deadline) =>
    readCatalogs(url, options, deadline),
  )
}

/**
 * Reads a server card, by its URL or by the entry of a catalog. The card of an entry on another origin than the catalog is
 * read only if `allowUrl` agrees.
 *
 * @example
 * const { title, description, remotes } = await readCard('https://tools.example.com/mcp/server-card')
 */
export async function readCard(card: string | URL | CatalogEntry, options: DiscoverOptions = {}): Promise<FoundCard> {
  const entry: Partial<CatalogEntry> = typeof card === 'string' || card instanceof URL ? { url: `${card}` } : card
  if (entry.data !== undefined) return parseCard(entry.data, entry.catalog!, options.onInvalid)
  const url = checkUrl(entry.url!, 'readCard: the card', entry.catalog, options.allowUrl)
  return withDeadline(systemEnvironment, limitsOf('readCard', options), async (deadline) =>
    parseCard(await readDocument(url, ACCEPT_CARD, options, deadline), url.href, options.onInvalid),
  )
}

/** Where a server may publish its card: below its endpoint. */
export function cardUrl(endpoint: string | URL): string {
  const { origin, pathname } = new URL(endpoint)
  return `${origin}${pathname.replace(/\/$/, '')}/server-card`
}

function limitsOf(what: string, { signal, timeout = 10_000 }: DiscoverOptions) {
  return { what, total: timeout, limit: 'timeout', signals: [signal] } as const
}
