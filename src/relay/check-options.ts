/** Checks the options of `createRelay()`: a relay that is not restricted does not start. */
import { invalidArgument } from '../core/util/invalid-argument.ts'
import { parseHttpUrl } from '../core/util/parse-url.ts'
import { readCredentials } from './credentials.ts'
import { isPassedOn } from './relay-headers.ts'
import type { RelayOptions } from './types.ts'

/** Headers that belong to a connection or to a page; passing them on would deceive the server or leak. */
const NEVER =
  /^(cookie2?|set-cookie2?|host|origin|referer|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|via|forwarded|x-forwarded-.*|x-real-ip|cf-.*|sec-.*|proxy-.*|access-control-.*|mcp-relay)$/

export function checkOptions({
  allow,
  origins,
  keys,
  credentials = {},
  headers = [],
  limits = {},
}: RelayOptions): void {
  const allowed = [allow].flat()
  if (!allow || !allowed.length) throw invalidArgument('allow: expected origins or a function, got nothing')
  for (const entry of allowed) if (typeof entry !== 'function') checkOrigin('allow', entry)
  if (!origins || (Array.isArray(origins) && !origins.length)) {
    throw invalidArgument('origins: expected the origins of pages, or a function, got nothing')
  }
  if (typeof origins !== 'function') for (const origin of origins) checkOrigin('origins', origin)
  for (const [endpoint, given] of Object.entries(credentials)) {
    if (!parseHttpUrl(endpoint)) throw invalidArgument('credentials: expected URLs of endpoints')
    if (typeof given !== 'function') readCredentials(given)
  }
  for (const { key, expires } of Array.isArray(keys) ? keys : []) {
    if (typeof key !== 'string' || key.length < 16)
      throw invalidArgument('keys: expected keys of 16 characters or more')
    if (!(Number(expires) > 0)) throw invalidArgument('keys: expected a date in expires')
  }
  for (const name of headers) {
    if (!/^[!#-'*+.^`|~\w-]+$/.test(name) || NEVER.test(name.toLowerCase())) {
      throw invalidArgument(`headers: ${name} may not pass`)
    }
    if (isPassedOn(name.toLowerCase())) throw invalidArgument(`headers: ${name} passes anyway`)
  }
  for (const [name, value] of Object.entries(limits)) {
    if (value !== undefined && !(value > 0)) throw invalidArgument(`limits.${name}: expected a positive number`)
  }
}

/** Only the exact text compares equal to `url.origin`. The message does not repeat what may be a URL with a secret. */
function checkOrigin(option: string, text: string): void {
  const url = parseHttpUrl(text)
  // URLs may have a star, but no star matches anything.
  if (url && url.origin === text && !text.includes('*')) return
  throw invalidArgument(`${option}: expected an origin such as ${url?.origin ?? 'https://tools.example.com'}`)
}
