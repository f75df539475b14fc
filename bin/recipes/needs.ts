/** What an examination says must be added to a server: CORS headers, stream headers, metadata, the card's lifetime. */
import type { Finding } from '../examination/outcome.ts'

export interface Needs {
  /** `*`, or the origin of the page. */
  origin: string
  /** The path of the MCP endpoint. */
  path: string
  /** CORS headers, and an answer to OPTIONS. */
  cors: boolean
  /** Names of headers that requests have beside those of MCP: `x-api-key`. */
  headers: readonly string[]
  /** Headers that keep proxies from holding streams back. */
  streams: boolean
  /** The metadata document that says where to sign in. */
  metadata: Metadata | undefined
  /** The path of the server card, if clients are to keep the card. */
  card?: string | undefined
}

export interface Metadata {
  path: string
  /** The MCP endpoint as clients write it. */
  resource: string
  issuer: string
}

const CORS = ['cors-origin', 'cors-headers', 'cors-session-id', 'cors-methods', 'cors-errors', 'card-cors']

export const ISSUER_PLACEHOLDER = 'https://login.example.com'

interface NeedsOptions {
  url: URL
  /** The origin of the page that should work. @default every one */
  origin: string | undefined
  /** The authorization server. */
  issuer: string | undefined
  /** Names of headers that are sent with every request. */
  headers?: readonly string[] | undefined
}

/** Undefined when nothing of what a recipe can add is wrong. */
export function findNeeds(
  findings: readonly Finding[],
  { url, origin = '*', issuer, headers = [] }: NeedsOptions,
): Needs | undefined {
  const bad = new Set(
    findings.filter(({ verdict }) => verdict === 'problem' || verdict === 'warning').map(({ id }) => id),
  )
  const path = url.pathname
  const cors = CORS.some((id) => bad.has(id))
  const streams = bad.has('stream-caching')
  const metadata = bad.has('challenge')
    ? {
        path: `/.well-known/oauth-protected-resource${path === '/' ? '' : path}`,
        resource: `${url.origin}${path}`,
        issuer: issuer ?? ISSUER_PLACEHOLDER,
      }
    : undefined
  // The headers of streams keep nothing from being kept either.
  const card = bad.has('card-caching') && !streams ? `${path.replace(/\/$/, '')}/server-card` : undefined
  // A metadata document that pages cannot read helps no page.
  return cors || streams || metadata || card !== undefined
    ? { origin, path, cors: cors || metadata !== undefined, headers, streams, metadata, card }
    : undefined
}

/** Every header that clients send. All at once: without one of them the next kind of request would be refused. */
export const SENT: readonly string[] = [
  'accept',
  'content-type',
  'authorization',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
  'last-event-id',
]
/** Every response header that clients read and that a page sees only if it is exposed. */
export const READ: readonly string[] = ['mcp-session-id', 'www-authenticate', 'retry-after']

export const METHODS = 'GET, POST, DELETE'
export const EXPOSED_HEADERS: string = READ.join(', ')
export const CARD_CACHING = 'public, max-age=3600'

/** With own headers, as they are written in HTTP. Names may come from a form, so they may hold anything. */
export function allowedHeaders({ headers }: Pick<Needs, 'headers'>): string {
  const own = headers.map((name) => name.trim().toLowerCase()).filter((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name))
  return [...new Set([...SENT, ...own])].join(', ')
}

/** The headers of every response, by name. */
export function headersOf(needs: Needs): [name: string, value: string][] {
  const { origin, cors, streams } = needs
  return [
    ...(cors
      ? ([
          ['Access-Control-Allow-Origin', origin],
          ['Access-Control-Allow-Methods', METHODS],
          ['Access-Control-Allow-Headers', allowedHeaders(needs)],
          ['Access-Control-Expose-Headers', EXPOSED_HEADERS],
        ] as [string, string][])
      : []),
    ...(streams
      ? ([
          ['Cache-Control', 'no-cache'],
          ['X-Accel-Buffering', 'no'],
        ] as [string, string][])
      : []),
  ]
}

export function metadataDocument({ resource, issuer }: Metadata): string {
  return JSON.stringify({ resource, authorization_servers: [issuer] })
}
