/** Explains why a browser blocked a request. Browsers hide the reason, so it is inferred from earlier successes and a bare request. */

type HeaderRecord = Record<string, string>

export interface CorsHints {
  /** A request with these headers got a response. */
  recordSuccess(headers: HeaderRecord): void
  /**
   * The likely reason why a request got no response. `canReach` sends a bare GET and says whether it is answered:
   * so that the page may read it, or with `no-cors` at all.
   */
  explainFailure(headers: HeaderRecord, canReach: (mode?: 'no-cors') => Promise<boolean>): Promise<string>
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

/** Undefined unless this runs in a page of another origin. */
export function createCorsHints(url: URL): CorsHints | undefined {
  const page = (globalThis as { location?: Page }).location
  if (!page || page.origin === url.origin) return undefined
  const accepted = new Set<string>()
  return { recordSuccess, explainFailure, explainStatus }

  function recordSuccess(headers: HeaderRecord): void {
    for (const name in headers) accepted.add(name)
  }

  async function explainFailure(
    headers: HeaderRecord,
    canReach: (mode?: 'no-cors') => Promise<boolean>,
  ): Promise<string> {
    // Every page may send `accept`.
    const names = Object.keys(headers).filter((name) => name !== 'accept')
    const added = names.filter((name) => !accepted.has(name))
    if (accepted.size && added.length) return refused(`the header ${added.join(' or ')}`)
    if (page?.protocol === 'https:' && url.protocol === 'http:' && !LOCAL.test(url.hostname)) {
      return 'a page of https may not ask a server over http (mixed content)'
    }
    if (await canReach()) return refused('the headers of this client')
    if (await canReach('no-cors')) return refused('this page')
    if (page && LOCAL.test(url.hostname) && !LOCAL.test(page.hostname)) {
      return 'a public page needs permission to reach the local network'
    }
    return 'nothing answers at that address'

    /** All that the server has to send, at once: another header may be missing in the next request. */
    function refused(what: string): string {
      const always = `"Access-Control-Allow-Origin: ${page?.origin}" and "Access-Control-Expose-Headers: ${EXPOSED}"`
      const allowed = [...new Set([...SENT, ...names])].join(', ')
      const preflight = `"Access-Control-Allow-Methods: GET, POST, DELETE" and "Access-Control-Allow-Headers: ${allowed}"`
      return `the server does not allow ${what} (CORS); it must always send ${always}, and to preflights ${preflight}`
    }
  }

  function explainStatus(status: number, headers: HeaderRecord): string {
    if (status === 403) return `. The server may not accept the Origin of this page, ${page?.origin}`
    const needsSession = headers['mcp-protocol-version'] && !headers['mcp-method']
    const isHidden = status === 400 && needsSession && !headers['mcp-session-id']
    return isHidden ? `. If it misses the session id: it must send "Access-Control-Expose-Headers: ${EXPOSED}"` : ''
  }
}
