/** Serves the proxy page. Its policy is that of the view, as a header: in the view's HTML alone it would leak. */
import { invalidArgument } from '../../core/util/invalid-argument.ts'
import { type AppCsp, buildPolicy, checkCsp, MAX_QUERY } from '../csp.ts'
import { proxyPage } from './page.ts'

/** The options of `createAppProxy()` and `staticAppProxy()`. */
export interface AppProxyOptions {
  /** The origins of the pages that show apps, and of the pages that these are shown in. */
  hosts: readonly string[]
}

/**
 * A handler of requests that serves the proxy page, for Workers, Deno, Bun and Node. Serve it on other origins than any
 * page of yours: with a wildcard subdomain, each server gets one of its own.
 *
 * @example
 * const proxy = createAppProxy({ hosts: ['https://app.example.com'] })
 * const worker = { fetch: (request: Request) => proxy(request) }
 */
export function createAppProxy({ hosts }: AppProxyOptions): (request: Request) => Response {
  checkHosts(hosts)
  return ({ method, url }) => {
    const address = new URL(url)
    const { searchParams, search } = address
    const isPage = method === 'GET' || method === 'HEAD'
    const declared = search.length > MAX_QUERY ? undefined : decodeCsp(searchParams.get('csp'))
    const isFine = isPage && declared !== undefined
    const csp = checkCsp(declared, address, () => true)
    const policy = buildPolicy(isFine ? csp : {})
    const headers = new Headers({
      'content-security-policy': `${policy}; frame-ancestors ${hosts.join(' ')}`,
      'content-type': isFine ? 'text/html; charset=utf-8' : 'text/plain',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'origin-agent-cluster': '?1',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': isFine ? 'public, max-age=3600' : 'no-store',
    })
    if (isFine) return new Response(method === 'HEAD' ? null : proxyPage(hosts, policy), { headers })
    if (isPage) return new Response('The query csp is not base64url of JSON\n', { status: 400, headers })
    headers.set('allow', 'GET, HEAD')
    return new Response('The proxy of apps only serves its page\n', { status: 405, headers })
  }
}

/**
 * The proxy page as a file, for hosts that cannot run code. Its policy is the strict default, so it only shows views that
 * declare no domains. Set the option `staticProxy` of `mountApp()` with it.
 *
 * @example
 * await writeFile('proxy.html', staticAppProxy({ hosts: ['https://app.example.com'] }))
 */
export function staticAppProxy({ hosts }: AppProxyOptions): string {
  checkHosts(hosts)
  return proxyPage(hosts, buildPolicy({}), true)
}

/** Only the exact text of an origin compares equal to that of a page. */
function checkHosts(hosts: readonly string[]): void {
  if (!hosts.length) throw invalidArgument('hosts: expected the origins of pages, got nothing')
  for (const host of hosts) {
    if (!isOrigin(host)) throw invalidArgument('hosts: expected origins such as https://app.example.com')
  }
}

function isOrigin(text: string): boolean {
  try {
    return new URL(text).origin === text && /^https?:[^*;,\s]+$/.test(text)
  } catch {
    return false
  }
}

/** Undefined if it cannot be read; without the parameter, nothing is declared. */
function decodeCsp(text: string | null): AppCsp | undefined {
  if (text === null) return {}
  try {
    return Object(JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/'))))
  } catch {
    return undefined
  }
}
