/** Every address that came over the network passes here before it is asked or opened. */
import { parseUrl } from '../../core/util/parse-url.ts'
import { AuthError } from '../errors.ts'
import type { OAuthOptions, UrlPurpose } from '../types.ts'

export type CheckUrl = (text: unknown, purpose: UrlPurpose) => URL

/** Workers of Deno have a location too. */
export const inBrowser = (): boolean => !!(globalThis as { location?: unknown }).location && !('Deno' in globalThis)

/** Plain http stays within the machine there. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}

/** IP addresses and names that only a private network knows. */
function isPrivate({ hostname }: URL): boolean {
  const name = hostname.replace(/\.$/, '')
  return /^\[|^[\d.]+$|^[^.]+$|\.(local|internal|localhost)$/.test(name)
}

export function createUrlCheck(endpoint: URL, { allowUrl, client, grant }: OAuthOptions): CheckUrl {
  const named = [endpoint, client?.issuer, ...(grant?.trusted ?? [])]
  const hosts = named.map((url) => url && parseUrl(url)?.host)
  return (text, purpose) => {
    const url = typeof text === 'string' ? parseUrl(text) : undefined
    // The endpoint itself is the application's choice, if it says so.
    const plain = url?.protocol === 'http:' && (isLoopback(url) || (purpose === 'resource' && allowUrl !== undefined))
    const secure = url?.protocol === 'https:' || plain
    if (url && secure && !url.username && !url.password && isAllowed(url, purpose)) return url
    // Only its origin: the rest may be the answer of somebody who must not be heard.
    throw new AuthError(`Refused ${url ? url.protocol + url.host : 'what is no URL'} (${purpose})`, {
      reason: 'url_refused',
    })
  }

  function isAllowed(url: URL, purpose: UrlPurpose): boolean {
    if (allowUrl) return allowUrl(url, purpose)
    return inBrowser() || isLoopback(endpoint) || hosts.includes(url.host) || !isPrivate(url)
  }
}
