/** The content security policy of a view, rebuilt from the domains that the server declares. Nothing of it is copied. */
import { isObject } from '../core/util/is-object.ts'
import { parseUrl } from '../core/util/parse-url.ts'

/** The domains that a view declares. Everything else is blocked. */
export interface AppCsp {
  /** For `fetch`, XHR and WebSockets. */
  connectDomains?: string[]
  /** For scripts, styles, images, fonts and media. */
  resourceDomains?: string[]
  /** For nested frames, and for where the view may navigate its own frame. */
  frameDomains?: string[]
  /** For `<base href>`. */
  baseUriDomains?: string[]
}

/** The lists of a policy. */
export type CspList = keyof AppCsp

/** A declared domain that is not allowed. */
export interface DroppedDomain {
  /** The list it was declared in. */
  list: CspList
  /** The text of the server, at most 200 characters. */
  entry: string
  /** Why it is not allowed. */
  reason: 'not-an-origin' | 'own-proxy' | 'refused' | 'too-many'
}

const LISTS: readonly CspList[] = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains']

/** The most domains of one list: the policy travels in a URL and in a header. */
const MAX_DOMAINS = 40

/** The longest query of a proxy page. Servers refuse longer addresses. */
export const MAX_QUERY = 8_192

/** Scheme, host and port. A wildcard stands for subdomains of a name with a dot, never for all of a top-level domain. */
const ORIGIN = /^(https?|wss?):\/\/(\*\.(?=[^.]+\.[^.]))?[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?$/i

/** Not scripts and frames: `data:` and `blob:` there would be code of anybody. */
const SCHEMES = ['blob:', 'data:']

/**
 * The declared domains that can be allowed on this proxy page. `allow` may refuse more; `onDrop` is called for each that
 * is left out.
 */
export function checkCsp(
  declared: unknown,
  proxy: URL,
  allow: (domain: string, list: CspList) => boolean,
  onDrop: (dropped: DroppedDomain) => void = () => {},
): AppCsp {
  const checked: AppCsp = {}
  for (const list of LISTS) {
    const given = isObject(declared) ? declared[list] : undefined
    if (!Array.isArray(given)) continue
    const kept: string[] = []
    for (const entry of given.slice(0, 10 * MAX_DOMAINS)) {
      const domain = typeof entry === 'string' ? entry.replace(/\/$/, '').toLowerCase() : ''
      const reason = !isSource(domain, list)
        ? 'not-an-origin'
        : covers(domain, proxy)
          ? 'own-proxy'
          : !allow(domain, list)
            ? 'refused'
            : kept.length < MAX_DOMAINS
              ? undefined
              : 'too-many'
      if (reason) onDrop({ list, entry: String(entry).slice(0, 200), reason })
      else if (!kept.includes(domain)) kept.push(domain)
    }
    if (kept.length) checked[list] = kept
  }
  return checked
}

function isSource(domain: string, list: CspList): boolean {
  if (SCHEMES.includes(domain)) return list === 'connectDomains' || list === 'resourceDomains'
  if (domain.length > 255 || !ORIGIN.test(domain) || !parseUrl(domain.replace('*.', ''))) return false
  return list === 'connectDomains' || domain.startsWith('http')
}

/** A view that may frame its own proxy could give itself another policy there. */
function covers(domain: string, { hostname, port }: URL): boolean {
  const { hostname: name, port: declared } = new URL(domain.replace('*.', ''))
  return port === declared && (domain.includes('*') ? hostname.endsWith(`.${name}`) : hostname === name)
}

/** The policy for checked domains. Without any, it is the strict default of the specification. */
export function buildPolicy({ connectDomains, resourceDomains = [], frameDomains, baseUriDomains }: AppCsp): string {
  const origins = resourceDomains.filter((domain) => !SCHEMES.includes(domain))
  const schemes = resourceDomains.filter((domain) => SCHEMES.includes(domain))
  const directives: [string, ...string[]][] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", "'unsafe-inline'", ...origins],
    ['style-src', "'self'", "'unsafe-inline'", ...origins],
    ['img-src', "'self'", 'data:', ...resourceDomains],
    ['media-src', "'self'", 'data:', ...resourceDomains],
    ['font-src', ...(resourceDomains.length ? ["'self'", ...resourceDomains] : ["'none'"])],
    ['worker-src', ...(schemes.length ? ["'self'", ...schemes] : ["'none'"])],
    ['connect-src', ...(connectDomains ?? ["'none'"])],
    ['frame-src', ...(frameDomains ?? ["'none'"])],
    ['base-uri', ...(baseUriDomains ?? ["'self'"])],
    ['object-src', "'none'"],
    // Not covered by default-src, and a form would carry data to any site.
    ['form-action', "'none'"],
  ]
  return directives.map((directive) => [...new Set(directive)].join(' ')).join('; ')
}
