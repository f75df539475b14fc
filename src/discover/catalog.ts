/** AI Catalogs: what a domain publishes at its well-known path, with the catalogs inside of it. */
import type { Deadline } from '../core/util/deadline.ts'
import { invalidArgument } from '../core/util/invalid-argument.ts'
import { isObject } from '../core/util/is-object.ts'
import { parseHttpUrl } from '../core/util/parse-url.ts'
import { isLoopback } from '../shared/localhost.ts'
import { checkUrl } from './check-url.ts'
import { documentError } from './errors.ts'
import { type DiscoverOptions, readDocument } from './read-document.ts'

/** A server that a catalog lists. */
export interface CatalogEntry {
  /** Such as `urn:air:example.com:weather`. It proves nothing about who publishes the server. */
  identifier: string
  /** A name to display: that of the catalog, else that of the card inside of it, else the end of the identifier. */
  name: string
  /** What it is for, if the catalog says so. */
  description?: string | undefined
  /** Its version, if the catalog says so. */
  version?: string | undefined
  /** Where its card is; that of the catalog for a card inside of it. Its host may be another one than that of the catalog. */
  url: string
  /** The catalog that lists it. */
  catalog: string
  /** The card as the catalog holds it, unchecked: pass the entry to `readCard()`. */
  data?: unknown
}

const CATALOG_TYPE = 'application/ai-catalog+json'
const CARD_TYPE = 'application/mcp-server-card+json'

/** In an `Accept` header that needs no preflight. */
export const ACCEPT_CARD: string = `${CARD_TYPE}, application/json`
const ACCEPT_CATALOG = `${CATALOG_TYPE}, application/json`

/** A domain publishes its catalog at the well-known path; a URL with another path is that of a catalog. */
export function catalogUrl(domain: string | URL): URL {
  const given = `${domain}`.trim()
  const hasScheme = /^https?:/i.test(given)
  const url = parseHttpUrl(hasScheme ? given : `https://${given}`)
  if (!url || /\s/.test(given)) throw invalidArgument('discover: expected a domain, such as example.com')
  if (!hasScheme && isLoopback(url)) url.protocol = 'http:'
  if (url.pathname === '/') url.pathname = '/.well-known/ai-catalog.json'
  return checkUrl(url, 'discover: the catalog')
}

/** What is left out goes to `onInvalid`. Other types of entries are about something else than MCP servers. */
export async function readCatalogs(start: URL, options: DiscoverOptions, deadline: Deadline): Promise<CatalogEntry[]> {
  const { onInvalid, allowUrl, limits } = options
  const { entries: maxEntries = 1_000, depth: maxDepth = 4, documents = 32 } = limits ?? {}
  const found = new Map<string, CatalogEntry>()
  const visited = new Set<string>()
  let seen = 0
  await read(start, 0)
  return [...found.values()]

  async function read(url: URL, depth: number): Promise<void> {
    if (visited.has(url.href)) throw new Error('this catalog was read already')
    if (visited.size >= documents) throw new Error(`only ${documents} catalogs are requested (limits.documents)`)
    visited.add(url.href)
    await visit(await readDocument(url, ACCEPT_CATALOG, options, deadline), url.href, depth)
  }

  async function visit(json: unknown, catalog: string, depth: number): Promise<void> {
    if (depth > maxDepth) throw new Error(`catalogs are read ${maxDepth} levels deep (limits.depth)`)
    const { specVersion, entries } = isObject(json) ? json : {}
    if (!Array.isArray(entries) || !/^([01]\.|draft)/.test(`${specVersion}`)) {
      throw documentError(catalog, 'is not an AI Catalog of version 1', 'invalid-document')
    }
    for (const entry of entries) {
      if (seen++ === maxEntries) onInvalid?.(entry, `only ${maxEntries} entries are read (limits.entries)`)
      if (seen > maxEntries) return
      try {
        await add(isObject(entry) ? entry : {}, catalog, depth)
      } catch (error) {
        deadline.check()
        onInvalid?.(entry, (error as Error).message)
      }
    }
  }

  async function add(entry: Record<string, unknown>, catalog: string, depth: number): Promise<void> {
    const { type, identifier, url: given, data, displayName, description, version } = entry
    if (type !== CARD_TYPE && type !== CATALOG_TYPE) return
    if (typeof identifier !== 'string') throw new Error('it has no identifier')
    if (!data && typeof given !== 'string') throw new Error('it has neither url nor data')
    const url = data ? undefined : checkUrl(given as string, 'it', catalog, () => true)
    if (type === CATALOG_TYPE) {
      if (!url) return visit(data, catalog, depth + 1)
      return read(checkUrl(url, 'it', start.href, allowUrl), depth + 1)
    }
    const key = JSON.stringify([identifier, version])
    if (found.has(key)) throw new Error('it is listed twice')
    const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
    const held = isObject(data) ? data : {}
    found.set(key, {
      identifier,
      name: text(displayName) ?? text(held.title) ?? (identifier.split(/[:/]/).at(-1) || identifier),
      description: text(description) ?? text(held.description),
      version: text(version) ?? text(held.version),
      url: url?.href ?? catalog,
      catalog,
      data,
    })
  }
}
