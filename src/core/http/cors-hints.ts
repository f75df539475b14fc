/** Why a browser refuses a request: it tells nobody, but what worked before and what a bare request does say a lot. */

export interface Diagnosis {
  /** This request was answered. */
  worked(headers: Record<string, string>): void
  /** What to do about a request that got no answer. `reach` sends a bare GET and says whether anybody answers it. */
  explainFailure(headers: Record<string, string>, reach: () => Promise<boolean>): Promise<string>
  /** What a refusal means in a browser; empty if nothing more than elsewhere. */
  explainRefusal(status: number, headers: Record<string, string>): string
}

interface Page {
  origin: string
  protocol: string
  hostname: string
}

const LOCAL = /^(localhost|.*\.localhost|127\..*|\[::1\]|10\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*|.*\.local)$/

const allowed = (names: string[]) => `"Access-Control-Allow-Headers: ${names.join(', ')}" to preflights`

/** Undefined where there is no page of another origin, so that nothing of this applies. */
export function createDiagnosis(url: URL): Diagnosis | undefined {
  const page = (globalThis as { location?: Page }).location
  if (!page || page.origin === url.origin) return undefined
  const known = new Set<string>()
  return { worked, explainFailure, explainRefusal }

  function worked(headers: Record<string, string>): void {
    for (const name in headers) known.add(name)
  }

  async function explainFailure(headers: Record<string, string>, reach: () => Promise<boolean>): Promise<string> {
    const names = Object.keys(headers)
    const added = names.filter((name) => !known.has(name))
    if (known.size && added.length) {
      return `Requests worked until ${added.join(' and ')} came along: the server must send ${allowed(names)}`
    }
    if (page?.protocol === 'https:' && url.protocol === 'http:' && !LOCAL.test(url.hostname)) {
      return 'A page of https may not ask a server over http (mixed content)'
    }
    if (await reach()) {
      return `The server is there, but refuses this page: it must send "Access-Control-Allow-Origin: ${page?.origin}" and ${allowed(names)}`
    }
    if (page && LOCAL.test(url.hostname) && !LOCAL.test(page.hostname)) {
      return 'A public page needs permission to reach the local network'
    }
    return 'Nobody answers at that address'
  }

  function explainRefusal(status: number, headers: Record<string, string>): string {
    if (status === 403) return `. The server may not accept the Origin of this page, ${page?.origin}`
    const needsSession = headers['mcp-protocol-version'] && !headers['mcp-method']
    const hidden = status === 400 && needsSession && !headers['mcp-session-id']
    return hidden ? '. If it misses the session id: it must send "Access-Control-Expose-Headers: Mcp-Session-Id"' : ''
  }
}
