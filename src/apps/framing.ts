/** Whether the page's own policy stops its frames from leaving the proxy: nothing else stops a view that has an origin. */
import { globalFetch } from '../core/util/global-fetch.ts'
import type { AppEvent } from './types.ts'

/** The headers of a page are asked for once. */
const headers = new WeakMap<Document, Promise<string>>()

/**
 * Emits a warning if the page lets its frames go elsewhere than to proxy pages. A script cannot see the policy of its
 * page, so the headers are requested again.
 */
export async function warnOfFraming(
  page: Document,
  origin: string,
  proxies: Iterable<string>,
  emit: (event: AppEvent) => void,
): Promise<void> {
  const init = { method: 'HEAD', cache: 'force-cache' } as never
  const requested =
    headers.get(page) ??
    globalFetch(page.location.href, init).then(
      (response) => response.headers.get('content-security-policy') ?? '',
      () => '',
    )
  headers.set(page, requested)
  const metas = [...page.querySelectorAll<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy" i]')]
  const policies = [await requested, ...metas.map(({ content }) => content)].join()
  if (confinesFrames(policies, [origin, ...proxies])) return
  emit({
    type: 'warning',
    message: `A view could send its frame to any site. Allow only proxy pages in this page's Content-Security-Policy: "frame-src ${origin}"`,
  })
}

/** Whether frames only reach these origins. Policies are joined with commas; each must hold, so one is enough. */
export function confinesFrames(policies: string, origins: readonly string[]): boolean {
  const isProxy = (source: string) => {
    const host = source.replace(/^https?:\/\/|\/$/g, '')
    return origins.some((origin) => {
      const own = origin.replace(/^.*\//, '')
      return host === own || (host.startsWith('*.') && own.endsWith(host.slice(1)))
    })
  }
  return policies
    .toLowerCase()
    .split(',')
    .some((policy) => {
      const directives = policy.split(';').map((text) => text.trim().split(/\s+/))
      // Of directives with the same name, the first holds.
      const sourcesOf = (name: string) => directives.find(([first]) => first === name)?.slice(1)
      const sources = sourcesOf('frame-src') ?? sourcesOf('child-src') ?? sourcesOf('default-src')
      return sources?.every((source) => /^'(none|self)'$/.test(source) || isProxy(source)) ?? false
    })
}
