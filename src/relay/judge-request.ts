/** Decides whether a request may pass: by its page, the key in its address, and the server that it wants to reach. */
import { parseHttpUrl } from '../core/util/parse-url.ts'
import { isPrivateHost } from '../shared/private-host.ts'
import { isValidKey } from './keys.ts'
import { Refusal } from './refusal.ts'
import { RELAY_HEADER } from './relay-headers.ts'
import type { RelayOptions } from './types.ts'

/** Browsers omit `Origin` in a GET to the origin of the page itself, but then they say so in a header that pages cannot set. */
export function isListedPage({ url, headers }: Request, origins: RelayOptions['origins']): boolean {
  const origin = headers.get('origin')
  if (typeof origins === 'function') return origins(origin) === true
  if (origin !== null) return origins.includes(origin)
  const { host } = new URL(url)
  return headers.get('sec-fetch-site') === 'same-origin' && origins.some((listed) => new URL(listed).host === host)
}

/** The URL of the server. Throws a refusal if the request may not pass. */
export async function judgeRequest(request: Request, options: RelayOptions): Promise<URL> {
  const { method, headers, url } = request
  const { searchParams } = new URL(url)
  if (headers.has(RELAY_HEADER)) throw new Refusal(508, 'loop', 'The request came from another relay')
  if (!/^(GET|POST|DELETE)$/.test(method)) throw new Refusal(405, 'not-mcp', `MCP has no ${method}`)
  if (options.keys && !(await isValidKey(options.keys, searchParams.get('key') ?? ''))) {
    throw new Refusal(403, 'key', 'The key in the address of the relay is unknown or has expired')
  }
  const targets = searchParams.getAll('target')
  const target = targets.length === 1 ? parseHttpUrl(targets[0]!) : undefined
  if (!target)
    throw new Refusal(400, 'target', 'The address of the relay needs one http(s) URL without a user as target')
  target.hash = ''
  await checkTarget(target, options)
  return target
}

async function checkTarget(target: URL, { allow }: RelayOptions): Promise<void> {
  const { origin, hostname, protocol } = target
  const rules = [allow].flat()
  if (rules.includes(origin)) return
  const refuse = (why: string) =>
    new Refusal(403, 'not-allowed', `The relay does not send requests to ${origin}: ${why}`)
  // A function may judge by a part of the name, so it is not asked about what a name can be confused with.
  if (isPrivateHost(hostname)) throw refuse('private addresses must be listed in allow')
  if (protocol === 'http:') throw refuse('plain http must be listed in allow')
  for (const rule of rules) if (typeof rule === 'function' && (await rule(new URL(target))) === true) return
  throw refuse('it is not in allow')
}
