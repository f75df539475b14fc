/** `connect()`: from a URL to a client. */

import type { Params } from '../types/jsonrpc.ts'
import type { EraCache, ResponseCache, Verdict } from '../types/stores.ts'
import type { Tool } from '../types/tools.ts'
import { createMemory, createMemoryCache } from './cache/memory.ts'
import { createCache } from './cache/response-cache.ts'
import { type Client, createClient } from './client.ts'
import type { Era } from './era.ts'
import { ConnectError } from './errors.ts'
import { createEmit } from './events.ts'
import { createWire } from './http/http-client.ts'
import { resolveInterval } from './legacy/keepalive.ts'
import { negotiate } from './negotiation/negotiate.ts'
import { type ConnectOptions, type Fetch, resolveOptions } from './options.ts'
import { VERSIONS } from './revisions.ts'
import { createAnswerers } from './server-requests/handlers.ts'
import { createEmitter } from './util/emitter.ts'
import type { Environment } from './util/environment.ts'
import { parseUrl } from './util/parse-url.ts'

export type Connect = (url: string | URL, options?: ConnectOptions) => Promise<Client>

export function createConnect(environment: Environment): Connect {
  // What one client learned others may know, unless their fetch leads elsewhere: to a service binding, for example.
  const memories = new WeakMap<Fetch, { eras: EraCache; answers: ResponseCache }>()
  return async (url, options = {}) => {
    options.signal?.throwIfAborted()
    const settings = resolveOptions(options, VERSIONS)
    resolveInterval(settings.keepAlive, 0)
    const endpoint = parseEndpoint(url)
    const { snapshot } = options
    if (snapshot && (snapshot.version !== 1 || snapshot.url !== endpoint.href)) {
      throw new TypeError('snapshot: got one of another version or address, expected one of this address')
    }
    const emit = createEmit(options.onEvent, environment.now)
    const closing = new AbortController()
    let agreed: Era | undefined
    // A random start keeps ids apart when several clients continue one session.
    let id = Math.floor(environment.random() * 2 ** 40)
    const memory = memories.get(settings.fetch) ?? { eras: createMemory<Verdict>(), answers: createMemoryCache() }
    memories.set(settings.fetch, memory)
    const wire = createWire(environment, endpoint, settings, emit)
    const notices = createEmitter<[method: string, params: Params]>()
    const shared = {
      wire,
      notices,
      cache: createCache(wire, memory.answers, notices, closing.signal, () => agreed?.caching ?? true),
      eras: settings.eraCache ?? memory.eras,
      tools: new Map<string, Tool>(),
      answerers: createAnswerers(settings.handlers, () => agreed?.server.protocolVersion ?? VERSIONS[0]!),
      nextId: () => ++id,
      closing: closing.signal,
    }
    const agreement = await negotiate(shared, options.signal)
    agreed = agreement.era
    return createClient(shared, agreement, closing)
  }
}

/** In a page, an address may be relative to it. */
function parseEndpoint(url: string | URL): URL {
  const endpoint = parseUrl(url, (globalThis as { location?: { href: string } }).location?.href)
  if (endpoint && /^https?:$/.test(endpoint.protocol) && !endpoint.username && !endpoint.password) return endpoint
  // Without the text itself: it may hold a secret.
  const came = endpoint ? `${endpoint.protocol} with${endpoint.username ? '' : 'out'} a user` : 'text'
  throw new ConnectError(`Expected an http or https URL without a user, got ${came}`, {
    delivery: 'not-executed',
    attempts: [],
  })
}
