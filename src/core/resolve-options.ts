/** The options of a connection with their defaults filled in, checked once. */
import type { Implementation } from '../types/lifecycle.ts'
import type { Fetch } from './fetch.ts'
import type { Handlers } from './handlers.ts'
import { checkKeys } from './known-options.ts'
import type { ConnectOptions, ReconnectAttempt, TransportOption } from './options.ts'
import { VERSIONS } from './revisions.ts'

const defaults = {
  clientInfo: { name: 'mcp-over-fetch', version: '0.1.0' } as Implementation,
  handlers: {} as Handlers,
  extensions: {} as Record<string, object>,
  paramHeaders: true,
  timeout: 60_000,
  maxTotalTimeout: 3_600_000,
  connectTimeout: 30_000,
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

/** Sessions are reopened more slowly than streams, unless the option `reconnect` says otherwise. */
const sessionReconnect: (typeof defaults)['reconnect'] = { ...defaults.reconnect, growFactor: 2, maxDelay: 60_000 }

/** Options without a default value. */
const OPTIONAL = [
  'headers',
  'keepAlive',
  'snapshot',
  'eraCache',
  'cache',
  'cachePartition',
  'jsonSchemaValidator',
  'keepSession',
] as const

/** Options that are not among the settings. The type demands that all options are known. */
const OTHERS: Record<
  Exclude<keyof ConnectOptions, keyof typeof defaults | (typeof OPTIONAL)[number] | 'versions' | 'fetch'>,
  true
> = { signal: true, loggingLevel: true, onEvent: true }

export type Settings = Readonly<
  typeof defaults & { versions: readonly string[]; fetch: Fetch; sessionReconnect: typeof sessionReconnect }
> &
  Readonly<Pick<ConnectOptions, (typeof OPTIONAL)[number]>>

/** Throws TypeError for an unknown version, or for a limit that is no number from 0 up. */
export function resolveOptions(options: ConnectOptions, globalFetch: Fetch): Settings {
  const unknown = options.versions?.find((version) => !VERSIONS.includes(version))
  if (unknown || options.versions?.length === 0) throw new TypeError(`versions: got ${unknown}, expected ${VERSIONS}`)
  const values = options as Record<string, unknown>
  const all = { ...defaults, versions: VERSIONS, fetch: globalFetch }
  checkKeys('connect', options, [...Object.keys(all), ...OPTIONAL, ...Object.keys(OTHERS)])
  const settings: Record<string, unknown> = fillDefaults(all, values, '')
  settings.sessionReconnect = fillDefaults(sessionReconnect, { ...options.reconnect }, 'reconnect.')
  for (const key of OPTIONAL) settings[key] = values[key]
  const { keepAlive, handlers = {} } = options
  checkKeys('keepAlive', keepAlive, ['interval', 'timeout'])
  // A key with a slash is the method of an extension.
  const named = Object.entries(handlers).filter(([key]) => !key.includes('/'))
  checkKeys('handlers', Object.fromEntries(named), ['elicit', 'sample', 'roots'])
  for (const [key, value] of Object.entries(keepAlive || {})) {
    if (value !== undefined) checkNumber(`keepAlive.${key}`, value)
  }
  return settings as Settings
}

/** Uses the default of every option that is not set, also of those inside of a group such as `limits`. */
function fillDefaults<T extends object>(defaults: T, options: Record<string, unknown> = {}, path: string): T {
  const filled: Record<string, unknown> = {}
  for (const [key, defaultValue] of Object.entries(defaults)) {
    const value = options[key] ?? defaultValue
    const isGroup = key === 'drain' || key === 'limits' || key === 'reconnect'
    if (isGroup) checkKeys(key, value as object, Object.keys(defaultValue))
    filled[key] = isGroup ? fillDefaults(defaultValue, value as Record<string, unknown>, `${key}.`) : value
    if (typeof defaultValue === 'number') checkNumber(path + key, value)
  }
  return filled as T
}

/** Throws TypeError unless the value is a number from 0 up; NaN is not. */
export function checkNumber(name: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0) return value
  throw new TypeError(`${name}: got ${value}, expected a number from 0 up`)
}
