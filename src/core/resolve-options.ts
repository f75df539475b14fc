/** The options of a connection with their defaults filled in, checked once. */
import type { Implementation } from '../types/lifecycle.ts'
import { capabilityRemedy } from './errors.ts'
import type { Fetch } from './fetch.ts'
import type { Handlers } from './handlers.ts'
import { checkKeys } from './known-options.ts'
import type { ConnectOptions, FurtherCapabilities, ReconnectAttempt, TransportOption } from './options.ts'
import { VERSIONS } from './revisions.ts'
import type { DeadlineOptions } from './util/deadline.ts'
import { invalidArgument } from './util/invalid-argument.ts'

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
  limits: { messageBytes: 16_777_216, errorBodyBytes: 65_536, listPages: 1_000 },
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

/** Throws TypeError for an unknown version, or for a limit that is no number from 0 up. */
export function resolveOptions(options: ConnectOptions, globalFetch: Fetch): Settings {
  const { versions, keepAlive, handlers = {}, reconnect, capabilities } = options
  const unknown = versions?.find((version) => !VERSIONS.includes(version))
  if (unknown || versions?.length === 0) throw invalidArgument(`versions: got ${unknown}, expected ${VERSIONS}`)
  const all = { ...defaults, versions: VERSIONS, fetch: globalFetch }
  checkKeys('connect', options, Object.keys({ ...all, ...OPTIONAL }))
  checkKeys('keepAlive', keepAlive, ['interval', 'timeout'])
  // A key with a slash is the method of an extension.
  const methods = Object.keys(handlers).filter((key) => key.includes('/'))
  checkKeys('handlers', handlers, ['elicit', 'sample', 'roots', ...methods])
  const owned = [...methods, ...Object.keys(capabilities ?? {})].find((name) => OWNED.test(name))
  if (owned) throw invalidArgument(`connect: ${owned} belongs to MCP${capabilityRemedy([owned.split('/')[0]!])}`)
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
    filled[key] = isGroup ? fillDefaults(defaultValue, value as Record<string, unknown>, `${key}.`) : value
    if (typeof defaultValue === 'number') checkNumber(path + key, value)
  }
  return filled as T
}

/** The limits of a deadline that the option `connectTimeout` sets. */
export function connectLimits(
  { connectTimeout: total }: Settings,
  what: string,
  signal: AbortSignal | undefined,
): DeadlineOptions {
  return { what, total, limit: 'connectTimeout', signals: [signal] }
}

/** Throws TypeError unless the value is a number from 0 up; NaN is not. */
export function checkNumber(name: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0) return value
  throw invalidArgument(`${name}: got ${value}, expected a number from 0 up`)
}
