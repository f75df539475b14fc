/** `connect()` for the eras that it is given: checks the URL and the options, negotiates, and returns a client. */
import type { Params } from '../types/jsonrpc.ts'
import type { AnyServer, KnownServer, ToolDefinition } from '../types/server.ts'
import type { Tool } from '../types/tools.ts'
import { createLruCache } from './cache/lru-cache.ts'
import { createCachePartition, createHeaderIds } from './cache/partition.ts'
import { addressKey, type CachedResponses, createResponseCache } from './cache/response-cache.ts'
import { staleMethods } from './change-notifications.ts'
import type { Client } from './client.ts'
import type { ConnectionState } from './connection-state.ts'
import type { ClientContext, ConnectedContext } from './context.ts'
import type { CurrentEra } from './era.ts'
import { ConnectError } from './errors.ts'
import { createEmit, createWarn, runCallback } from './events.ts'
import { createHttpClient } from './http/http-client.ts'
import { createRedactor } from './http/redact.ts'
import { createUserHeaders } from './http/user-headers.ts'
import type { Legacy } from './legacy/legacy.ts'
import { McpClient } from './mcp-client.ts'
import { KnownTools } from './modern/known-tools.ts'
import { negotiate } from './negotiation/negotiate.ts'
import type { ConnectOptions } from './options.ts'
import { resolveOptions, type Settings } from './resolve-options.ts'
import { MODERN_VERSION, revisionOf, VERSIONS } from './revisions.ts'
import type { RequestHandlers } from './rpc/call-context.ts'
import { createRequestHandlers } from './server-requests/request-handlers.ts'
import { addCallerLine } from './util/caller-line.ts'
import { createEmitter } from './util/emitter.ts'
import type { Environment } from './util/environment.ts'
import { globalFetch } from './util/global-fetch.ts'
import { parseEndpoint } from './util/parse-endpoint.ts'
import { createPendingWork } from './util/pending-work.ts'
import { sharedCaches } from './util/shared-caches.ts'
import { createSingleFlight } from './util/single-flight.ts'
import { createTimeoutPause } from './util/timeout-pause.ts'
import { checkSnapshot, checkTools } from './validation/stored.ts'

/** A function that connects to a server, as `connect()` does. */
export type Connect = (url: string | URL, options?: ConnectOptions) => Promise<Client>

/** The type of `connect()`, which takes the interface of the server as well. */
export type TypedConnect = <
  Server extends AnyServer = AnyServer,
  Tools extends readonly ToolDefinition[] = readonly Tool[],
>(
  url: string | URL,
  options?: ConnectOptions<Tools>,
) => Promise<Client<KnownServer<Server, Tools>>>

/**
 * `environment` has the clock, the timers and the randomness, which the simulation replaces. Without `legacy` only servers
 * of 2026-07-28 are spoken to, and what the other revisions need is not imported.
 */
export function createConnectTo(environment: Environment, legacy: Legacy | undefined): Connect {
  const commonHeaderIds = createHeaderIds(environment)
  return async (url, options = {}) => {
    const call = new Error()
    try {
      return await connect(url, options)
    } catch (error) {
      throw addCallerLine(error, call, options.fetch)
    }
  }

  async function connect(url: string | URL, options: ConnectOptions): Promise<Client> {
    options.signal?.throwIfAborted()
    const settings: Settings = resolveOptions(options, globalFetch, legacy ? VERSIONS : [MODERN_VERSION])
    const endpoint = checkEndpoint(url)
    if (options.snapshot) Object.assign(settings, { snapshot: checkSnapshot(options.snapshot, endpoint.href) })
    const caches = sharedCaches.get(settings.fetch) ?? { eras: createLruCache(), responses: createLruCache() }
    sharedCaches.set(settings.fetch, caches)
    const closing = new AbortController()
    const redactor = createRedactor(settings.fetch)
    const emit = createEmit(options.onEvent, environment.now, redactor.redactJson)
    const warn = createWarn(emit)
    // A random start keeps ids apart when several clients continue one session. Some servers read 32 bits only.
    let id = (environment.random() * 2 ** 30) | 0
    const userHeaders = createUserHeaders(settings)
    // Another fetch may authorize its requests itself, so that private responses stay with one client.
    const headerIds = settings.fetch === globalFetch ? commonHeaderIds : createHeaderIds(environment)
    const partition = createCachePartition(settings, headerIds, userHeaders)
    const key = await addressKey(endpoint, environment.random)
    const writes = createPendingWork(environment)
    const activity = {
      calls: 0,
      lastCall: 0,
      answers: 0,
      lastReceived: environment.monotonic(),
      activeHandlers: createTimeoutPause(environment),
    }
    const onActivity = () => {
      activity.lastReceived = environment.monotonic()
    }
    const outcomes = createEmitter<[error: unknown]>()
    const basics = { environment, settings, emit, warn, outcomes, closing: closing.signal }
    const store = settings.cache ?? caches.responses
    let responses: CachedResponses | undefined
    let state: ConnectionState | undefined
    const onStale = (lastError: unknown) => state?.update({ lastError })
    const cache = () => (responses ??= createResponseCache({ ...basics, store, url: key, partition, writes, onStale }))
    let handlers: RequestHandlers | undefined
    const notifications = createEmitter<[method: string, params: Params]>()
    let channel: CurrentEra | undefined
    /** The revision in use; before one is negotiated, the newest. */
    const revision = () => channel?.current.revision ?? revisionOf(MODERN_VERSION)
    notifications.subscribe((method, params) => {
      if (revision().cacheable) staleMethods(method).forEach(cache().invalidate)
      runCallback(warn, () => settings.onNotification?.(method, params))
    })
    const context: ClientContext & { channel: CurrentEra | undefined } = {
      ...basics,
      // Set below: a member that is added later costs each client several hundred bytes.
      channel: undefined,
      http: createHttpClient({ ...basics, url: endpoint, userHeaders, redactor, onActivity }),
      requestHandlers: () => (handlers ??= createRequestHandlers(settings.handlers, revision)),
      nextId: () => ++id,
      notifications,
      activity,
      cache,
      writes,
      discovery: { checkedAt: environment.now(), ttlMs: 0, refresh: createSingleFlight() },
      eraCache: settings.eraCache ?? caches.eras,
      refusals: createEmitter(),
      addressKey: key,
      partition,
      tools: new KnownTools(!!settings.jsonSchemaValidator),
      logging: { level: options.loggingLevel },
    }
    for (const tool of checkTools(settings.tools)) context.tools.remember(tool)
    const negotiated = await negotiate(context, legacy, options.signal)
    ;({ channel, state } = negotiated)
    context.channel = channel
    context.http.isConnected = true
    return new McpClient({ ...negotiated, context: context as ConnectedContext, closing })
  }
}

function checkEndpoint(given: string | URL): URL {
  const { url, mistake } = parseEndpoint(given)
  if (url) return url
  throw new ConnectError(`connect: expected an http or https URL, got ${mistake}`, {
    delivery: 'not-executed',
    attempts: [],
  })
}
