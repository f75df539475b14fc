/** The `fetch` of a page that sends its requests through a relay. */

import { ConnectionError } from '../core/errors.ts'
import type { Fetch, FetchInit } from '../core/index.ts'
import { describeCause, innermostCause, isNetworkFailure, wasNeverSent } from '../core/util/fetch-errors.ts'
import { globalFetch } from '../core/util/global-fetch.ts'
import { invalidArgument } from '../core/util/invalid-argument.ts'
import { parseHttpUrl } from '../core/util/parse-url.ts'
import { createSecrets } from '../core/util/secrets.ts'
import { RelayError } from './errors.ts'
import type { RefusalBody } from './refusal.ts'
import { isPassedOn, RELAY_HEADER } from './relay-headers.ts'

/** The options of `relayed()`. */
export interface RelayedOptions {
  /** Sends the requests to the relay. @default the global `fetch` */
  fetch?: Fetch | undefined
}

/**
 * A `fetch` for `connect()` and `oauth()` that sends every request through the relay at this address. The address may
 * have a key in its query; in a page it may be relative.
 *
 * @example
 * const client = await connect('https://tools.example.com/mcp', { fetch: relayed('https://relay.example.com/') })
 */
export function relayed(relayUrl: string | URL, { fetch = globalFetch }: RelayedOptions = {}): Fetch {
  const page = (globalThis as { location?: { href: string; origin: string } }).location
  const relay = parseHttpUrl(relayUrl, page?.href)
  if (!relay) throw invalidArgument('relayed: expected the http(s) URL of a relay')
  relay.hash = ''
  const { origin } = relay
  const secrets = createSecrets()
  relay.searchParams.forEach(secrets.addNamed)
  const relayedFetch: Fetch = async (url, init) => {
    const address = new URL(relay)
    address.searchParams.set('target', url)
    const response = await fetch(address.href, init).catch((error) => {
      throw isNetworkFailure(error) && !init.signal.aborted ? createUnreachable(error, address.href, init) : error
    })
    const mark = response.headers.get(RELAY_HEADER)
    const { status } = response
    if (!mark) {
      // Also the opaque response to a request with `no-cors`, which nobody reads.
      void response.body?.cancel().catch(() => {})
      throw new RelayError(`What answers at ${origin} is no relay (status ${status})`, { reason: 'no-relay', status })
    }
    if (/^3/.test(mark)) {
      void response.body?.cancel().catch(() => {})
      return new Response(null, { status: Number(mark), headers: response.headers })
    }
    return mark === 'error' ? toResult(response) : response
  }
  if (fetch.cachePartition) relayedFetch.cachePartition = fetch.cachePartition
  relayedFetch.redact = (text) => secrets.redact(fetch.redact?.(text) ?? text)
  return relayedFetch

  /** The relay gave no response: browsers do not tell why, so the message names what can be wrong. */
  function createUnreachable(error: unknown, address: string, { headers }: FetchInit): ConnectionError {
    const others = Object.keys(headers).filter((name) => !isPassedOn(name))
    const passing = others.length ? `, and let ${others.join(', ')} pass (headers)` : ''
    const hint = page && `it must run there, list ${page.origin} in origins${passing}`
    // Some runtimes name the whole address, with the key and the query of the server.
    const why = hint ? `; ${hint}` : describeCause(innermostCause(error)).replaceAll(address, origin)
    return new ConnectionError(`The relay at ${origin} gave no response${why}`, {
      delivery: wasNeverSent(error) ? 'not-executed' : 'unknown',
      retryable: true,
      hint,
    })
  }

  /** What the relay says itself. The client waits after a 429 and asks again, as it would with a server. */
  async function toResult(response: Response): Promise<Response> {
    const { status, headers } = response
    const { error, message, delivery } = (await response.json()) as RefusalBody
    const text = `The relay at ${origin}: ${message}`
    if (status === 429)
      return new Response(text, { status, headers: { 'retry-after': headers.get('retry-after') ?? '' } })
    if (status === 502 || status === 504) throw new ConnectionError(text, { delivery, retryable: true })
    throw new RelayError(text, { reason: error, status, delivery })
  }
}
