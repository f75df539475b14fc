/** `connect()`: checks the URL and the options, negotiates with the server, and returns a client. */
import type { Params } from '../types/jsonrpc.ts'
import type { EraCache, ResponseCache } from '../types/stores.ts'
import { addressKey } from './cache/cache-keys.ts'
import { createLruCache } from './cache/lru-cache.ts'
import { createCachePartition } from './cache/partition.ts'
import { type CachedResponses, createResponseCache } from './cache/response-cache.ts'
import { staleMethods } from './change-notifications.ts'
import type { Client } from './client.ts'
import type { ClientContext } from './context.ts'
import { createClient } from './create-client.ts'
import type { CurrentEra } from './era.ts'
import { ConnectError } from './errors.ts'
import { createEmit, createWarn, runCallback } from './events.ts'
import type { Fetch } from './fetch.ts'
import { createHttpClient } from './http/http-client.ts'
import { createRedactor } from './http/redact.ts'
import { createUserHeaders } from './http/user-headers.ts'
import { negotiate } from './negotiation/negotiate.ts'
import type { ConnectOptions } from './options.ts'
import { resolveOptions, type Settings } from './resolve-options.ts'
import { MODERN_VERSION, revisionOf } from './revisions.ts'
import type { RequestHandlers } from './rpc/find-handler.ts'
import { createRequestHandlers } from './server-requests/handlers.ts'
import { addCallerLine } from './util/caller-line.ts'
import { createEmitter } from './util/emitter.ts'
import type { Environment } from './util/environment.ts'
import { globalFetch } from './util/global-fetch.ts'
import { parseHttpUrl, parseUrl } from './util/parse-url.ts'
import { createTimeoutPause } from './util/timeout-pause.ts'
import { checkSnapshot, checkTools } from './validation/stored.ts'

/** The type of `connect()`. */
export type Connect = (url: string | URL, options?: ConnectOptions) => Promise<Client>

interface Page {
  location?: { href: string }
}

/** The caches of clients without the options `eraCache` and `cache`. */
interface DefaultCaches {
  eras: EraCache
  responses: ResponseCache
}

/** `environment` has the clock, the timers and the randomness, which the simulation replaces. */
export function createConnect(environment: Environment): Connect {
  // Shared by all clients with the same fetch; another fetch, such as a service binding, may lead to another server.
  const defaultCaches = new WeakMap<Fetch, DefaultCaches>()
  // No other process has this value, so that private responses in a shared store stay with this one.
  let commonSalt: number | undefined
  return async (url, options = {}) => {
    const call = new Error()
    try {
      return await connect(url, options)
    } catch (error) {
      throw addCallerLine(error, call)
    }
  }

  async function connect(url: string | URL, options: ConnectOptions): Promise<Client> {
    options.signal?.throwIfAborted()
    const resolved = resolveOptions(options, globalFetch)
    const endpoint = parseEndpoint(url)
    const snapshot = checkSnapshot(options.snapshot, endpoint.href)
    const settings: Settings = { ...resolved, snapshot }
    const caches = defaultCaches.get(settings.fetch) ?? { eras: createLruCache(), responses: createLruCache() }
    defaultCaches.set(settings.fetch, caches)
    const closing = new AbortController()
    const redactor = createRedactor(settings.fetch)
    const emit = createEmit(options.onEvent, environment.now, redactor.redactJson)
    const warn = createWarn(emit)
    // A random start keeps ids apart when several clients continue one session. Some servers read 32 bits only.
    let id = (environment.random() * 2 ** 30) | 0
    const userHeaders = createUserHeaders(settings)
    // Another fetch may authorize its requests itself, so that private responses stay with one client.
    const ownSalt = environment.random()
    commonSalt ??= ownSalt
    const salt = settings.fetch === globalFetch ? commonSalt : ownSalt
    const partition = createCachePartition(settings, salt, userHeaders)
    const key = addressKey(endpoint)
    const activity = {
      calls: 0,
      lastCall: 0,
      lastReceived: environment.monotonic(),
      activeHandlers: createTimeoutPause(environment),
    }
    const onActivity = () => {
      activity.lastReceived = environment.monotonic()
    }
    const basics = { environment, settings, emit, warn, closing: closing.signal }
    const store = settings.cache ?? caches.responses
    let responses: CachedResponses | undefined
    const cache = () => (responses ??= createResponseCache({ ...basics, store, url: key, partition }))
    let handlers: RequestHandlers | undefined
    const notifications = createEmitter<[method: string, params: Params]>()
    let channel: CurrentEra | undefined
    /** The revision in use; before one is negotiated, the newest. */
    const revision = () => channel?.current.revision ?? revisionOf(MODERN_VERSION)
    notifications.subscribe((method, params) => {
      if (revision().cacheable) staleMethods(method).forEach(cache().invalidate)
      runCallback(warn, () => settings.onNotification?.(method, params))
    })
    const context: ClientContext = {
      ...basics,
      http: createHttpClient({ ...basics, url: endpoint, userHeaders, redactor, onActivity }),
      requestHandlers: () => (handlers ??= createRequestHandlers(settings.handlers, revision)),
      nextId: () => ++id,
      notifications,
      activity,
      cache,
      eraCache: settings.eraCache ?? caches.eras,
      doubtEra: (error) => channel?.doubt(error),
      addressKey: key,
      partition,
      tools: new Map(checkTools(settings.tools).map((tool) => [tool.name, tool])),
      logging: { level: options.loggingLevel },
    }
    const negotiated = await negotiate(context, options.signal)
    channel = negotiated.channel
    context.http.isConnected = true
    return createClient(context, negotiated, closing)
  }
}

/** In a page, the URL may be relative to that of the page. */
function parseEndpoint(url: string | URL): URL {
  const text = `${url ?? ''}`.trim()
  const base = (globalThis as Page).location?.href
  const isCommand = /\s/.test(text)
  const endpoint = isCommand || !text ? undefined : parseHttpUrl(text, base)
  if (endpoint) return endpoint
  throw new ConnectError(`connect: expected an http or https URL, got ${describe()}`, {
    delivery: 'not-executed',
    attempts: [],
  })

  /** Without the text itself, which may contain a secret. */
  function describe(): string {
    if (!text) return `${JSON.stringify(url && text)}`
    if (isCommand) return 'blanks: commands (stdio) cannot be run here'
    const other = parseUrl(text, base)
    if (other?.username || other?.password) return 'a user in it: use the option headers'
    if (/^https?:/i.test(text)) return 'one that is not valid'
    // `localhost:3000` is a URL whose scheme is `localhost`.
    return other && !/:\d/.test(text) ? other.protocol : 'no scheme: put https:// or http:// before it'
  }
}
