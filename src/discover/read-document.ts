/** Reads a JSON document: without credentials, within limits, and from memory for as long as its server allows. */

import { isMcpError } from '../core/errors.ts'
import type { Fetch } from '../core/index.ts'
import { type Body, openBody, readText } from '../core/util/body.ts'
import type { Deadline } from '../core/util/deadline.ts'
import { systemEnvironment } from '../core/util/environment.ts'
import { globalFetch } from '../core/util/global-fetch.ts'
import { parseUrl } from '../core/util/parse-url.ts'
import { documentError } from './errors.ts'

/** How much of what others publish is read. */
export interface DiscoverLimits {
  /** Bytes of one document. @default 1_048_576 */
  bytes?: number | undefined
  /** Entries of all catalogs, those inside of catalogs included. @default 1_000 */
  entries?: number | undefined
  /** Catalogs that are requested. @default 32 */
  documents?: number | undefined
  /** Levels of catalogs inside of catalogs. @default 4 */
  depth?: number | undefined
}

/** The options of `readCard()` and `discover()`. */
export interface DiscoverOptions {
  /** Requests go through it, such as that of a relay. It must add no credentials. @default the global `fetch` */
  fetch?: Fetch | undefined
  /** Aborts it. */
  signal?: AbortSignal | undefined
  /** Milliseconds in all. @default 10_000 */
  timeout?: number | undefined
  /** Whether to read from another origin that a catalog names. @default never */
  allowUrl?: ((url: URL) => boolean) | undefined
  /** `refresh` asks the server even if a document in memory is fresh. @default 'default' */
  cacheMode?: 'default' | 'refresh' | undefined
  /** How much is read at the most. */
  limits?: DiscoverLimits | undefined
  /** Called for each member or entry that is left out, with the reason. */
  onInvalid?: ((value: unknown, reason: string) => void) | undefined
}

/** A document that may be used again. */
interface Stored {
  text: string
  etag: string | null
  /** Milliseconds since the epoch. */
  expires: number
}

/** By the `fetch` in use, since another one may reach other servers. */
const stores = new WeakMap<Fetch, Map<string, Stored>>()

/** Follows no redirect: the person who named a host is to see the other one. */
export async function readDocument(
  { href }: URL,
  accept: string,
  { fetch: requestWith = globalFetch, cacheMode, limits }: DiscoverOptions,
  deadline: Deadline,
): Promise<unknown> {
  const maxBytes = limits?.bytes ?? 1_048_576
  const inPage = systemEnvironment.inPage!()
  const store = stores.get(requestWith) ?? new Map<string, Stored>()
  stores.set(requestWith, store)
  const known = store.get(href)
  const isFresh = cacheMode !== 'refresh' && known && known.expires > systemEnvironment.now()
  const text = isFresh ? known.text : await request()
  try {
    return JSON.parse(text)
  } catch {
    throw documentError(href, 'is not JSON', 'invalid-document')
  }

  async function request(): Promise<string> {
    const controller = new AbortController()
    // A browser revalidates by itself. A header of ours would need a preflight.
    const headers = { accept, ...(known?.etag && !inPage && { 'if-none-match': known.etag }) }
    const { signal } = controller
    let body: Body | undefined
    deadline.check()
    try {
      const sent = requestWith(href, { method: 'GET', headers, signal, redirect: 'manual', credentials: 'omit' })
      const response = await deadline.race(sent, (late) => openBody(late).cancel())
      body = openBody(response)
      if (response.status === 304 && known) return keep(known.text, response.headers, known.etag)
      checkStatus(response)
      const { text, truncated } = await readText(body, maxBytes, deadline)
      if (truncated) throw documentError(href, `is larger than ${maxBytes} bytes`, 'too-large')
      return keep(text, response.headers, response.headers.get('etag'))
    } catch (cause) {
      deadline.check()
      if (isMcpError(cause)) throw cause
      const hint = inPage ? '. Pages can only read it with Access-Control-Allow-Origin: *' : ''
      throw documentError(href, `could not be read${hint}`, 'unreachable', { retryable: true, cause })
    } finally {
      body?.cancel()
      controller.abort()
    }
  }

  function checkStatus({ status, headers }: Response): void {
    // A page gets status 0, and cannot see where the redirect leads.
    if (!status || /^30[12378]$/.test(`${status}`)) {
      const target = headers.get('location')
      const location = target ? parseUrl(target, href)?.href : undefined
      throw documentError(
        href,
        `redirects to ${location ?? 'another address'}. Use that one if you trust it`,
        'redirect',
        {
          status,
          location,
        },
      )
    }
    if (status > 299) {
      const reason = status === 404 || status === 410 ? 'not-found' : 'http'
      throw documentError(href, `answers with status ${status}`, reason, {
        status,
        retryable: status === 429 || status > 499,
      })
    }
  }

  function keep(text: string, headers: Headers, etag: string | null): string {
    const control = headers.get('cache-control') ?? ''
    const [, seconds] = /(?:^|[ ,])max-age=(\d+)/i.exec(control) ?? []
    const lifetime = /no-cache/i.test(control) ? 0 : Math.min(Number(seconds), 86_400) - Number(headers.get('age'))
    store.delete(href)
    const expires = systemEnvironment.now() + lifetime * 1000
    if (!/no-store/i.test(control)) store.set(href, { text, etag, expires })
    if (store.size > 32) store.delete(store.keys().next().value!)
    return text
  }
}
