/** Explains why a browser blocked a request. Browsers hide the reason, so it is inferred from earlier successes and a bare request. */

type HeaderRecord = Record<string, string>

export interface CorsHints {
  /** A request with these headers got a response. */
  recordSuccess(headers: HeaderRecord): void
  /** The likely reason why a request got no response. `canReach` sends a bare GET and says whether it is answered. */
  explainFailure(headers: HeaderRecord, canReach: () => Promise<boolean>): Promise<string>
  /** What an error status may mean in a browser; empty if nothing more than elsewhere. */
  explainStatus(status: number, headers: HeaderRecord): string
}

interface Page {
  origin: string
  protocol: string
  hostname: string
}

const LOCAL = /^(localhost|.*\.localhost|127\..*|\[::1\]|10\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*|.*\.local)$/

const allowHeaders = (names: string[]) => `"Access-Control-Allow-Headers: ${names.join(', ')}" to preflights`

/** Undefined unless this runs in a page of another origin. */
export function createCorsHints(url: URL): CorsHints | undefined {
  const page = (globalThis as { location?: Page }).location
  if (!page || page.origin === url.origin) return undefined
  const accepted = new Set<string>()
  return { recordSuccess, explainFailure, explainStatus }

  function recordSuccess(headers: HeaderRecord): void {
    for (const name in headers) accepted.add(name)
  }

  async function explainFailure(headers: HeaderRecord, canReach: () => Promise<boolean>): Promise<string> {
    const names = Object.keys(headers)
    const added = names.filter((name) => !accepted.has(name))
    if (accepted.size && added.length) {
      return `Requests worked until ${added.join(' and ')} came along: the server must send ${allowHeaders(names)}`
    }
    if (page?.protocol === 'https:' && url.protocol === 'http:' && !LOCAL.test(url.hostname)) {
      return 'A page of https may not ask a server over http (mixed content)'
    }
    if (await canReach()) {
      return `The server is there, but refuses this page: it must send "Access-Control-Allow-Origin: ${page?.origin}" and ${allowHeaders(names)}`
    }
    if (page && LOCAL.test(url.hostname) && !LOCAL.test(page.hostname)) {
      return 'A public page needs permission to reach the local network'
    }
    return 'Nobody answers at that address'
  }

  function explainStatus(status: number, headers: HeaderRecord): string {
    if (status === 403) return `. The server may not accept the Origin of this page, ${page?.origin}`
    const needsSession = headers['mcp-protocol-version'] && !headers['mcp-method']
    const isHidden = status === 400 && needsSession && !headers['mcp-session-id']
    return isHidden ? '. If it misses the session id: it must send "Access-Control-Expose-Headers: Mcp-Session-Id"' : ''
  }
}
