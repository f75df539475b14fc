/** What an examination says must be added to a server: CORS headers, stream headers, metadata. */
import type { Finding } from '../examination/outcome.ts'

export interface Needs {
  /** `*`, or the origin of the page. */
  origin: string
  /** The path of the MCP endpoint. */
  path: string
  /** CORS headers, and an answer to OPTIONS. */
  cors: boolean
  /** Headers that keep proxies from holding streams back. */
  streams: boolean
  /** The metadata document that says where to sign in. */
  metadata: Metadata | undefined
}

export interface Metadata {
  path: string
  /** The MCP endpoint as clients write it. */
  resource: string
  issuer: string
}

const CORS = ['cors-origin', 'cors-headers', 'cors-session-id', 'cors-methods', 'cors-errors']

export const ISSUER_PLACEHOLDER = 'https://login.example.com'

interface NeedsOptions {
  url: URL
  /** The origin of the page that should work. @default every one */
  origin: string | undefined
  /** The authorization server. */
  issuer: string | undefined
}

/** Undefined when nothing of what a recipe can add is wrong. */
export function findNeeds(
  findings: readonly Finding[],
  { url, origin = '*', issuer }: NeedsOptions,
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
  // A metadata document that pages cannot read helps no page.
  return cors || streams || metadata
    ? { origin, path, cors: cors || metadata !== undefined, streams, metadata }
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
export const ALLOWED_HEADERS: string = SENT.join(', ')
export const EXPOSED_HEADERS: string = READ.join(', ')

/** The headers of every response, by name. */
export function headersOf({ origin, cors, streams }: Needs): [name: string, value: string][] {
  return [
    ...(cors
      ? ([
          ['Access-Control-Allow-Origin', origin],
          ['Access-Control-Allow-Methods', METHODS],
          ['Access-Control-Allow-Headers', ALLOWED_HEADERS],
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
