/** The options of a connection with their defaults filled in, checked once. */
import type { Implementation } from '../types/lifecycle.ts'
import type { ResponseCache } from '../types/stores.ts'
import { capabilityRemedy } from './errors.ts'
import type { Fetch } from './fetch.ts'
import type { Handlers } from './handlers.ts'
import type { ConnectOptions, FurtherCapabilities, ReconnectAttempt, TransportOption } from './options.ts'
import type { DeadlineOptions } from './util/deadline.ts'
import { invalidArgument } from './util/invalid-argument.ts'
import { PAGE_LIMITS, type PageLimits } from './util/page-check.ts'
import { isExtensionId } from './validation/meta-key.ts'

const defaults = {
  clientInfo: { name: 'mcp-over-fetch', version: '0.1.0' } as Implementation,
  handlers: {} as Handlers,
  extensions: {} as Record<string, object>,
  capabilities: {} as FurtherCapabilities,
  maxRounds: 10,
  paramHeaders: true,
  timeout: 60_000,
  maxTotalTimeout: 3_600_000,
  connectTimeout: 30_000,
  probeTimeout: Infinity as number,
  transport: 'auto' as TransportOption,
  strict: false,
  allowUrl: (() => false) as NonNullable<ConnectOptions['allowUrl']>,
  reconnect: {
    maxAttempts: 5,
    initialDelay: 1_000,
    growFactor: 1.5,
    maxDelay: 30_000,
    schedule: undefined as ((attempt: ReconnectAttempt) => number | Promise<void>) | undefined,
  },
  drain: { maxMs: 250, maxBytes: 65_536 },
  limits: { ...PAGE_LIMITS, errorBodyBytes: 65_536 } as PageLimits & { errorBodyBytes: number },
}

/** Methods of MCP itself, and the capabilities that other options declare. */
const OWNED =
  /^(completion|elicitation|extensions|logging|notifications|prompts|resources|roots|sampling|server|subscriptions|tasks|tools)(\/|$)/

/** Sessions are reopened more slowly than streams, unless the option `reconnect` says otherwise. */
const sessionReconnect: (typeof defaults)['reconnect'] = { ...defaults.reconnect, growFactor: 2, maxDelay: 60_000 }

/** Options without a default value. The type demands that all options are known. */
const OPTIONAL: Record<Exclude<keyof ConnectOptions, keyof typeof defaults | 'versions' | 'fetch'>, 0> = {
  headers: 0,
  keepAlive: 0,
  snapshot: 0,
  eraCache: 0,
  cache: 0,
  cachePartition: 0,
  staleIfError: 0,
  jsonSchemaValidator: 0,
  keepSession: 0,
  signal: 0,
  loggingLevel: 0,
  onNotification: 0,
  tools: 0,
  trace: 0,
  onEvent: 0,
}

export type Settings = Readonly<
  typeof defaults & { versions: readonly string[]; fetch: Fetch; sessionReconnect: typeof sessionReconnect }
> &
  Readonly<Pick<ConnectOptions, keyof typeof OPTIONAL>>

/** Throws TypeError for another version than the `supported` ones, or for a limit that is no number from 0 up. */
export function resolveOptions(options: ConnectOptions, globalFetch: Fetch, supported: readonly string[]): Settings {
  const { versions, keepAlive, handlers = {}, reconnect, capabilities, cache, staleIfError, extensions } = options
  const unknown = versions?.find((version) => !supported.includes(version))
  if (unknown || versions?.length === 0) throw invalidArgument(`versions: got ${unknown}, expected ${supported}`)
  const all = { ...defaults, versions: supported, fetch: globalFetch }
  checkKeys('connect', options, Object.keys({ ...all, ...OPTIONAL }))
  checkKeys('keepAlive', keepAlive, ['interval', 'timeout'])
  // A key with a slash is the method of an extension.
  const methods = Object.keys(handlers).filter((key) => key.includes('/'))
  checkKeys('handlers', handlers, ['elicit', 'sample', 'roots', ...methods])
  const owned = [...methods, ...Object.keys(capabilities ?? {})].find((name) => OWNED.test(name))
  if (owned) throw invalidArgument(`connect: ${owned} belongs to MCP${capabilityRemedy([owned.split('/')[0]!])}`)
  const isCache = ({ get, set, deletePrefix }: ResponseCache) =>
    [get, set, deletePrefix].every((method) => typeof method === 'function')
  // A Map has no `deletePrefix`: what is out of date would stay.
  if (cache && !isCache(cache)) throw invalidArgument('cache: expected an object with get, set and deletePrefix')
  const invalidId = Object.keys(extensions ?? {}).find((id) => !isExtensionId(id))
  if (invalidId !== undefined) {
    throw invalidArgument(
      `extensions: "${invalidId}" is not a valid id. Use a prefix and a name, such as "example.com/name"`,
    )
  }
  checkKeys('staleIfError', staleIfError, ['maxAge'])
  if (staleIfError) checkNumber('staleIfError.maxAge', staleIfError.maxAge)
  for (const [key, value] of Object.entries(keepAlive || {})) {
    if (value !== undefined) checkNumber(`keepAlive.${key}`, value)
  }
  return {
    ...options,
    ...fillDefaults(all, { ...options }, ''),
    sessionReconnect: fillDefaults(sessionReconnect, { ...reconnect }, 'reconnect.'),
  }
}

/** Uses the default of every option that is not set, also of those inside of a group such as `limits`. */
function fillDefaults<T extends object>(defaults: T, options: Record<string, unknown>, path: string): T {
  const filled: Record<string, unknown> = {}
  for (const [key, defaultValue] of Object.entries(defaults)) {
    const value = options[key] ?? defaultValue
    const isGroup = /^(drain|limits|reconnect)$/.test(key)
    if (isGroup) checkKeys(key, value as object, Object.keys(defaultValue))
    filled[key] =
      isGroup && value !== defaultValue
        ? fillDefaults(defaultValue, value as Record<string, unknown>, `${key}.`)
        : value
    if (typeof defaultValue === 'number') checkNumber(path + key, value)
  }
  return filled as T
}

/** The limits of a deadline that the option `connectTimeout` sets. */
export function connectLimits(
  { connectTimeout: total }: Settings,
  what: string,
  signal: AbortSignal | undefined,
): Omit<DeadlineOptions, 'owner'> {
  return { what, total, limit: 'connectTimeout', signals: [signal] }
}

/** Throws TypeError unless the value is a number from 0 up; NaN is not. */
export function checkNumber(name: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0) return value
  throw invalidArgument(`${name}: got ${value}, expected a number from 0 up`)
}

/**
 * Refuses options that do not exist: in plain JavaScript a misspelt one would be ignored without a word. Throws
 * TypeError for the first key that is not known, and names the known one that is most like it.
 */
export function checkKeys(what: string, options: unknown, known: readonly string[]): void {
  /** The least likeness at which a known key is suggested. */
  const minLikeness = 0.35
  const unknown = Object.keys(options || {}).find((key) => !known.includes(key))
  if (unknown === undefined) return
  const [nearest = ''] = [...known].sort((a, b) => likeness(unknown, b) - likeness(unknown, a))
  const value = (options as Record<string, { fetch?: unknown } | null | undefined>)[unknown]
  const meant = likeness(unknown, nearest) < minLikeness ? '' : `; did you mean ${nearest}?`
  // What `oauth()` returned is passed by its `fetch`.
  throw invalidArgument(`${what}: unknown option ${unknown}${value?.fetch ? `; pass fetch: ${unknown}.fetch` : meant}`)
}

/** From 0 to 1: the part of the pairs of letters that both words have. */
function likeness(a: string, b: string): number {
  const other = b.toLowerCase()
  const pairs = [...a.toLowerCase()].map((letter, index, all) => letter + (all[index + 1] ?? ''))
  return (2 * pairs.filter((pair) => other.includes(pair)).length) / (a.length + b.length)
}
