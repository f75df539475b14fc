/** Checks every URL from the network before it is requested or opened. */

import { parseHttpUrl, parseUrl } from '../../core/util/parse-url.ts'
import { isLoopback } from '../../shared/localhost.ts'
import { isPrivateHost } from '../../shared/private-host.ts'
import { AuthError } from '../errors.ts'
import type { UrlPurpose } from '../types.ts'

export type CheckUrl = (text: unknown, purpose: UrlPurpose) => URL

/** The options of `oauth()` that decide which URLs are allowed. */
export interface UrlCheckOptions {
  allowUrl?: ((url: URL, purpose: UrlPurpose) => boolean) | undefined
  client?: { issuer: string } | undefined
  grant?: { trusted: readonly string[] } | undefined
}

/** Deno is excluded because its workers have a `location` too. */
export const inBrowser = (): boolean => !!(globalThis as { location?: unknown }).location && !('Deno' in globalThis)

/** IP addresses, also public ones, and names that only a private network resolves. */
function mayBePrivate({ hostname }: URL): boolean {
  return /^\[|^[\d.]+$/.test(hostname) || isPrivateHost(hostname)
}

/** The returned function throws `url-refused`. */
export function createUrlCheck(endpoint: URL, { allowUrl, client, grant }: UrlCheckOptions): CheckUrl {
  const trusted = [endpoint, client?.issuer, ...(grant?.trusted ?? [])]
  const trustedHosts = trusted.map((url) => url && parseUrl(url)?.host)
  return (text, purpose) => {
    const url = typeof text === 'string' ? parseHttpUrl(text) : undefined
    // The application chose the endpoint; with `allowUrl` it may also be plain http.
    const isPlain = (given: URL) => isLoopback(given) || (purpose === 'resource' && allowUrl !== undefined)
    if (url && (url.protocol === 'https:' || isPlain(url)) && isAllowed(url, purpose)) return url
    // The message has only the origin: a hostile server controls the rest of the URL.
    throw new AuthError(`Refused ${url?.origin ?? 'what is no http(s) URL'} (${purpose})`, { reason: 'url-refused' })
  }

  function isAllowed(url: URL, purpose: UrlPurpose): boolean {
    if (allowUrl) return allowUrl(url, purpose)
    return inBrowser() || isLoopback(endpoint) || trustedHosts.includes(url.host) || !mayBePrivate(url)
  }
}
