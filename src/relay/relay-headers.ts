/** Which headers pass a relay, and how pages get to see them. */
import type { Secrets } from '../core/util/secrets.ts'

/**
 * On each response of a relay: the status of the server, or `error` if the response is the relay's own. On each of its
 * requests: that it comes from a relay. Servers cannot set it, since only the headers below pass.
 */
export const RELAY_HEADER = 'mcp-relay'

/** Request headers of MCP and OAuth. */
export const isPassedOn = (name: string): boolean =>
  /^(accept|content-type|authorization|dpop|last-event-id|mcp-.+)$/.test(name) && name !== RELAY_HEADER

/** Response headers of MCP and OAuth. */
const PASSED_BACK = /^(content-type|www-authenticate|retry-after|dpop-nonce|allow|mcp-.+)$/

/** A response must not run as a page of the relay's origin, nor be kept or held back by what is between. */
const OWN = {
  'cache-control': 'no-store, no-transform',
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  vary: 'origin',
}

/** Response headers for a page; `page` is undefined for one that may not read the response. `names` are those it may read. */
export function pageHeaders(page: string | null | undefined, names: Iterable<string> = [RELAY_HEADER]): Headers {
  const headers = new Headers(OWN)
  if (page) {
    headers.set('access-control-allow-origin', page)
    headers.set('access-control-expose-headers', [...names].join(', '))
  }
  return headers
}

/** The headers of a response of a server, without those that repeat a secret. */
export function passBack(received: Headers, page: string | null, status: string, { redact }: Secrets): Headers {
  const passed: [string, string][] = [[RELAY_HEADER, status]]
  received.forEach((value, name) => {
    const isPassed = PASSED_BACK.test(name) || (name === 'location' && status.startsWith('3'))
    if (isPassed && name !== RELAY_HEADER && redact(value) === value) passed.push([name, value])
  })
  const headers = pageHeaders(
    page,
    passed.map(([name]) => name),
  )
  for (const [name, value] of passed) headers.set(name, value)
  return headers
}

/** The answer to the question of a browser, which request it may send. */
export function answerPreflight(
  { headers: asked }: Request,
  page: string | null,
  mayPass: (name: string) => boolean,
): Response {
  const headers = pageHeaders(page)
  const names = (asked.get('access-control-request-headers') ?? '').toLowerCase().split(/\s*,\s*/)
  headers.set('access-control-allow-methods', 'GET, POST, DELETE')
  headers.set('access-control-allow-headers', names.filter(mayPass).join(', '))
  headers.set('access-control-max-age', '7200')
  // Asked by a public page for a relay on this machine or in the local network.
  if (asked.has('access-control-request-private-network')) headers.set('access-control-allow-private-network', 'true')
  return new Response(null, { status: 204, headers })
}
