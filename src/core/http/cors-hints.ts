/**
 * Explains why a browser blocked a request. Browsers hide the reason, and whether the request was sent: it is inferred from
 * earlier successes and from requests that change nothing.
 */

type HeaderRecord = Record<string, string>

/** Sends a GET and says whether it was answered: so that the page may read it, or with `no-cors` at all. */
export type Reach = (init?: { mode?: 'no-cors'; headers?: HeaderRecord }) => Promise<boolean>

export interface Explanation {
  hint: string
  /** The same request would be blocked again. */
  isFinal: boolean
  /** The preflight was refused: after that a browser does not send the request. */
  neverSent?: boolean
}

export interface CorsHints {
  /** A request with these headers got a response. */
  recordSuccess(headers: HeaderRecord): void
  /** The likely reason why a request got no response. */
  explainFailure(headers: HeaderRecord, canReach: Reach): Promise<Explanation>
  /** What an error status may mean in a browser; empty if nothing more than elsewhere. */
  explainStatus(status: number, headers: HeaderRecord): string
}

interface Page {
  origin: string
  protocol: string
  hostname: string
}

const LOCAL = /^((.*\.)?localhost|.*\.local|\[::1\]|(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\..*)$/

/** Every header that this client sends, besides those of the application and `Mcp-Param-*`. */
const SENT = 'content-type, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id'.split(', ')

/** Every response header that this client reads, besides those that a page may always read. */
const EXPOSED = 'mcp-session-id, www-authenticate, retry-after'

/** In the hint that the browser has blocked a request because of its headers or its page. */
export const BLOCKED = '(CORS)'

/** Undefined unless this runs in a page of another origin. */
export function createCorsHints(url: URL): CorsHints | undefined {
  const page = (globalThis as { location?: Page }).location
  if (!page || page.origin === url.origin) return undefined
  const accepted = new Set<string>()
  return { recordSuccess, explainFailure, explainStatus }

  function recordSuccess(headers: HeaderRecord): void {
    for (const name in headers) accepted.add(name)
  }

  async function explainFailure(headers: HeaderRecord, canReach: Reach): Promise<Explanation> {
    // Every page may send `accept`.
    const names = Object.keys(headers).filter((name) => name !== 'accept')
    const added = names.filter((name) => !accepted.has(name))
    const isFirst = !accepted.size
    if (page?.protocol === 'https:' && url.protocol === 'http:' && !LOCAL.test(url.hostname)) {
      return { hint: 'a page of https may not ask a server over http (mixed content)', isFinal: true }
    }
    if (await canReach()) {
      // The preflight looks at the names only.
      const probe = Object.fromEntries(names.map((name) => [name, 'none']))
      if (probe['content-type']) probe['content-type'] = 'application/json'
      const isRefused = added.length && !(await canReach({ headers: probe }))
      if (!isRefused) return { hint: unclear(), isFinal: false }
      // The network may have failed between the two. Where only `no-cors` gets through, the preflight may have passed,
      // and only the answer may be unreadable.
      return { hint: refusedHeaders(), isFinal: true, neverSent: await canReach() }
    }
    if (await canReach({ mode: 'no-cors' })) {
      if (isFirst) return { hint: refused('this page'), isFinal: true }
      return { hint: added.length ? refusedHeaders() : unclear(), isFinal: false }
    }
    if (page && LOCAL.test(url.hostname) && !LOCAL.test(page.hostname)) {
      return { hint: 'a public page needs permission to reach the local network', isFinal: false }
    }
    return { hint: 'nothing answers at that address', isFinal: false }

    /** The server is there, and does not refuse the headers: an error page of a proxy looks like this too. */
    function unclear(): string {
      return `the connection was cut, or there was an answer without "Access-Control-Allow-Origin: ${page?.origin}" ${BLOCKED}`
    }

    function refusedHeaders(): string {
      return refused(isFirst ? 'the headers of this client' : `the header ${added.join(' or ')}`)
    }

    /** All that the server has to send, at once: another header may be missing in the next request. */
    function refused(what: string): string {
      const always = `"Access-Control-Allow-Origin: ${page?.origin}" and "Access-Control-Expose-Headers: ${EXPOSED}"`
      const allowed = [...new Set([...SENT, ...names])].join(', ')
      const preflight = `"Access-Control-Allow-Methods: GET, POST, DELETE" and "Access-Control-Allow-Headers: ${allowed}"`
      return `the server does not allow ${what} ${BLOCKED}; it must always send ${always}, and to preflights ${preflight}`
    }
  }

  function explainStatus(status: number, headers: HeaderRecord): string {
    if (status === 403) return `. The server may not accept the Origin of this page, ${page?.origin}`
    const needsSession = headers['mcp-protocol-version'] && !headers['mcp-method']
    const isHidden = status === 400 && needsSession && !headers['mcp-session-id']
    return isHidden ? `. The page sees no session id: it must send "Access-Control-Expose-Headers: ${EXPOSED}"` : ''
  }
}
