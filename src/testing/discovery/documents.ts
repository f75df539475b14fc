/** What helps clients to find the server: a server card, an AI Catalog, and documents of a test's own. */
import type { ReceivedRequest } from '../http/received-request.ts'
import { emptyResponse, textResponse } from '../http/responses.ts'
import { replaceFields } from '../oauth/config.ts'
import { parseRealmUrl } from '../realm-url.ts'

/** Any document: valid, wrong or hostile. */
export interface DiscoveryDocument {
  /** The document as JSON. */
  json?: unknown
  /** Its text, if it is not JSON. */
  text?: string
  /** The HTTP status. @default 200 */
  status?: number
  /** Further headers, such as `location`, or others instead of the usual ones. */
  headers?: Record<string, string>
  /** Bytes of blanks after the document. */
  padding?: number
}

/** What a server publishes about itself. Nothing of it needs a token. Plain JSON. */
export interface DiscoveryConfig {
  /** The card at `/mcp/server-card`: one that agrees with the server, with these members instead of its own; null leaves one out. */
  card?: true | Record<string, unknown>
  /** The catalog at `/.well-known/ai-catalog.json`: with that card, or with these entries. */
  catalog?: true | readonly unknown[]
  /** Documents by path, also instead of the card or the catalog. */
  documents?: Record<string, DiscoveryDocument>
  /** The header `Cache-Control` of all of them. @default 'public, max-age=3600' */
  cacheControl?: string
}

/** The part of the configuration that shows. */
interface Published {
  serverInfo: { name: string; version: string }
  versions: string[]
  discovery?: DiscoveryConfig
}

const CARD_TYPE = 'application/mcp-server-card+json'

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Content-Type',
}

/** Undefined for any other request. */
export function serveDocument({ request, path }: ReceivedRequest, config: Published): Response | undefined {
  const { discovery } = config
  const document = request.method === 'GET' && discovery && findDocument(request.url, path, config, discovery)
  if (!document) return undefined
  const { json, text = JSON.stringify(json) ?? '', status = 200, padding = 0, headers } = document
  const body = text + ' '.repeat(padding)
  const etag = `"${body.length}-${hash(text)}"`
  const all = { ...CORS, 'cache-control': discovery.cacheControl ?? 'public, max-age=3600', etag, ...headers }
  const isKnown = request.headers.get('if-none-match') === all.etag && status === 200
  return isKnown ? emptyResponse(304, all) : textResponse(status, body, { 'content-type': 'application/json', ...all })
}

function findDocument(
  url: string,
  path: string,
  config: Published,
  { card, catalog, documents = {} }: DiscoveryConfig,
): DiscoveryDocument | undefined {
  const { prefix } = parseRealmUrl(url)
  const endpoint = `${new URL(url).origin}${prefix}/mcp`
  if (Object.hasOwn(documents, path)) return documents[path]
  if (path === '/mcp/server-card' && card) {
    return {
      json: replaceFields(createCard(endpoint, config), card === true ? {} : card),
      headers: { 'content-type': CARD_TYPE },
    }
  }
  if (path !== '/.well-known/ai-catalog.json' || !catalog) return undefined
  const entry = { identifier: 'urn:air:mock.example:mock', type: CARD_TYPE, url: `${endpoint}/server-card` }
  const entries = catalog === true ? [entry] : catalog
  return { json: { specVersion: '1.0', entries }, headers: { 'content-type': 'application/ai-catalog+json' } }
}

function createCard(url: string, { serverInfo, versions }: Published): Record<string, unknown> {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `example.mock/${serverInfo.name.replace(/[^\w.-]/g, '-')}`,
    version: serverInfo.version,
    description: 'A mock server for tests',
    remotes: [{ type: 'streamable-http', url, supportedProtocolVersions: versions }],
  }
}

function hash(text: string): string {
  let sum = 0
  for (let index = 0; index < text.length; index++) sum = (Math.imul(sum, 31) + text.charCodeAt(index)) | 0
  return (sum >>> 0).toString(36)
}
