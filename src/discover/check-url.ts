/** Checks every URL that a document names, before anything is sent there. */

import { parseHttpUrl } from '../core/util/parse-url.ts'
import { isLoopback } from '../shared/localhost.ts'
import { DiscoverError } from './errors.ts'

/** Whether a URL on another origin may be used. */
export type AllowUrl = ((url: URL) => boolean) | undefined

/**
 * `from` is the document that names the URL; without it, the application does. Throws for anything but `https:`, `http:` on
 * this machine, and for another origin than that of the document unless `allowUrl` agrees.
 */
export function checkUrl(given: string | URL, what: string, from?: string, allowUrl?: AllowUrl): URL {
  const url = parseHttpUrl(given, from)
  // The rest of the URL may hold a secret.
  const fail = (problem: string) => new DiscoverError(`${what} ${problem}`, { reason: 'url-refused' })
  if (!url) throw fail('is not an http(s) URL without credentials')
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw fail(`is at ${url.origin}. Plain http: is refused beyond this machine; use https:`)
  }
  if (from !== undefined && url.origin !== new URL(from).origin && !allowUrl?.(url)) {
    throw fail(`is at ${url.origin}, another origin. Show it to the user, then pass "allowUrl"`)
  }
  return url
}
