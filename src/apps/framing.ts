/** Whether the page's own policy stops its frames from leaving the proxy: nothing else stops a view that has an origin. */
import { globalFetch } from '../core/util/global-fetch.ts'
import type { AppEvent } from './types.ts'

/** Pages that have been looked at. */
const seen = new WeakSet<object>()

/**
 * Emits a warning, once per page, if `frame-src` is missing or would allow any site. A script cannot see the policy of
 * its page, so the headers are requested again.
 */
export async function warnOfFraming(page: Document, origin: string, emit: (event: AppEvent) => void): Promise<void> {
  if (seen.has(page)) return
  seen.add(page)
  const init = { method: 'HEAD', cache: 'force-cache' } as never
  const response = await globalFetch(page.location.href, init).catch(() => undefined)
  const metas = [...page.querySelectorAll('meta[http-equiv="Content-Security-Policy" i]')]
  const policies = [
    response?.headers.get('content-security-policy'),
    ...metas.map((meta) => meta.getAttribute('content')),
  ]
  if (policies.some((policy) => policy && confinesFrames(policy))) return
  emit({
    type: 'warning',
    message: `A view could send its frame to any site. Add "frame-src ${origin}" to this page's Content-Security-Policy`,
  })
}

/** Headers of several policies are joined with commas; each of them must hold, so one is enough. */
export function confinesFrames(policies: string): boolean {
  return policies.split(',').some((policy) => {
    const sourcesOf = (name: string) => new RegExp(`\\b${name}-src\\s+([^;]*)`, 'i').exec(policy)?.[1]
    const sources = sourcesOf('frame') ?? sourcesOf('child') ?? sourcesOf('default')
    return !!sources && !/(^|\s|\/)(https?:|\*(:\S*)?)(\s|$)/i.test(sources)
  })
}
