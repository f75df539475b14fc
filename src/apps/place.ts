/** Where a view is shown: the address of its proxy page, and whether it has an origin there. */
import { invalidArgument } from '../core/util/invalid-argument.ts'
import { parseHttpUrl } from '../core/util/parse-url.ts'
import { sha256 } from '../core/util/sha256.ts'
import { type AppCsp, MAX_QUERY } from './csp.ts'
import { AppError } from './errors.ts'
import type { AppOptions } from './types.ts'

export interface Place {
  /** The proxy page, still without the view's policy. */
  url: URL
  isolation: 'origin' | 'opaque'
}

/** The server of each origin. Never forgotten: what a view stored there is still there when its frame is gone. */
const servers = new Map<string, string>()

/** The origins of proxy pages that views had as their own. */
export const proxyOrigins = (): Iterable<string> => servers.keys()

export async function findPlace({ proxy, isolation, server, client }: AppOptions, page: Location): Promise<Place> {
  const id = server ?? client.snapshot().url
  const isOwn = typeof proxy === 'function'
  const given = isOwn ? proxy({ id, hash: (await sha256(new TextEncoder().encode(id))).slice(0, 32) }) : proxy
  const url = parseHttpUrl(String(await given))
  if (!url) throw invalidArgument('proxy: expected an absolute http(s) URL')
  const { origin } = url
  const chosen = isolation ?? (isOwn ? 'origin' : 'opaque')
  if (origin === page.origin) {
    throw new AppError('shared-origin', `The proxy page must not be on the origin of this page (${origin})`)
  }
  if (chosen === 'origin') {
    if (!isOwn) throw invalidArgument("isolation: 'origin' needs a function as proxy, with an origin for each server")
    if ((servers.get(origin) ?? id) !== id) {
      throw new AppError('shared-origin', `proxy: ${origin} is in use for another server. Each needs one of its own`)
    }
    servers.set(origin, id)
  }
  return { url, isolation: chosen }
}

/** The address of the proxy page with this policy. */
export function addressOf({ url }: Place, csp: AppCsp, isStatic: boolean | undefined): string {
  const address = new URL(url)
  if (!Object.keys(csp).length) return address.href
  if (isStatic) {
    throw new AppError('domains', 'The view needs domains that a static proxy page cannot allow. Use createAppProxy()')
  }
  // Checked domains are ASCII.
  address.searchParams.set('csp', btoa(JSON.stringify(csp)))
  if (address.search.length > MAX_QUERY) {
    throw new AppError('domains', 'The view declares more domains than the address of its proxy page can hold (8 kB)')
  }
  return address.href
}
