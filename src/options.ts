/** Every option, its default and its limits. */
import type { WireEvent } from './events.ts'
import type { ElicitRequest, ElicitResult, Root, SampleRequest, SampleResult } from './types/client-features.ts'
import type { Implementation, ProtocolVersion } from './types/lifecycle.ts'
import type { LogMessage, Progress } from './types/notifications.ts'

/** What we hand to `fetch`: nothing that a runtime is known to refuse. */
export interface FetchInit {
  method: string
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
  redirect: 'manual' | 'follow'
  credentials: 'omit'
  keepalive?: boolean
}

/** The only door to the network. The global `fetch`, a service binding's, or one that wraps another. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>

export interface HandlerContext {
  /** Aborts when the server withdraws its request or the call that it belongs to has ended. */
  signal: AbortSignal
}

/** Answers to what a server may ask. A handler declares its capability. */
export interface Handlers {
  elicit?: (request: ElicitRequest, context: HandlerContext) => ElicitResult | Promise<ElicitResult>
  sample?: (request: SampleRequest, context: HandlerContext) => SampleResult | Promise<SampleResult>
  roots?: (context: HandlerContext) => Root[] | Promise<Root[]>
}

export interface ConnectOptions {
  /** How this application introduces itself. @default the name and version of this package */
  clientInfo?: Implementation
  /** Restricts the revisions that may be negotiated. */
  versions?: readonly ProtocolVersion[]
  /** @default the global `fetch` */
  fetch?: Fetch
  /** Sent with every request; a function is asked before each. */
  headers?: HeadersInit | ((why: 'request') => HeadersInit | Promise<HeadersInit>)
  handlers?: Handlers
  /** Ends connecting; afterwards it has no meaning. */
  signal?: AbortSignal
  /** Milliseconds that a call may be without a sign of life. @default 60_000 */
  timeout?: number
  /** Milliseconds that a call may take in all. @default 3_600_000 */
  maxTimeout?: number
  /** Milliseconds that connecting may take. @default 30_000 */
  connectTimeout?: number
  /** How long and how far a response is read after its answer, so that its connection can be used again. */
  drain?: {
    /** @default 250 */
    ms?: number
    /** @default 65_536 */
    bytes?: number
  }
  limits?: {
    /** Bytes of one message. @default 16_777_216 */
    message?: number
    /** Bytes read of a body that explains an error. @default 65_536 */
    errorBody?: number
    /** Pages of one list. @default 1_000 */
    pages?: number
  }
  /** Everything that happens on the wire, redacted. */
  onEvent?: (event: WireEvent) => void
}

export interface CallOptions {
  signal?: AbortSignal
  /** Milliseconds without a sign of life. @default the client's */
  timeout?: number
  /** Milliseconds in all. @default the client's */
  maxTimeout?: number
  onProgress?: (progress: Progress) => void
  /** Log messages that belong to this call. */
  onLog?: (message: LogMessage) => void
  /** Members for `params._meta`. */
  meta?: Record<string, unknown>
}

const defaults = {
  clientInfo: { name: 'mcp-over-fetch', version: '0.1.0' } as Implementation,
  // Looked up at each call, so that a page may replace it; called plainly, since as a method it throws in browsers.
  fetch: ((url, init) => fetch(url, init)) as Fetch,
  handlers: {} as Handlers,
  timeout: 60_000,
  maxTimeout: 3_600_000,
  connectTimeout: 30_000,
  drain: { ms: 250, bytes: 65_536 },
  limits: { message: 16_777_216, errorBody: 65_536, pages: 1_000 },
}

/** Options with every default filled in. */
export type Settings = typeof defaults & {
  versions: readonly string[]
  headers: ConnectOptions['headers'] | undefined
}

export function resolveOptions(options: ConnectOptions, versions: readonly string[]): Settings {
  const unknown = options.versions?.find((version) => !versions.includes(version))
  if (unknown) throw new TypeError(`versions: got ${unknown}, expected ${versions}`)
  return fill({ ...defaults, versions, headers: undefined }, options as Record<string, unknown>, '')
}

/** The defaults, with what is given in their place. Groups are filled one by one. */
function fill<T extends object>(defaults: T, given: Record<string, unknown> = {}, path: string): T {
  const filled: Record<string, unknown> = {}
  for (const [key, otherwise] of Object.entries(defaults)) {
    const value = given[key] ?? otherwise
    const group = key === 'drain' || key === 'limits'
    filled[key] = group ? fill(otherwise, value as Record<string, unknown>, `${key}.`) : value
    // NaN is not at least 0 either.
    if (typeof otherwise === 'number' && !(typeof value === 'number' && value >= 0)) {
      throw new TypeError(`${path}${key}: got ${value}, expected a number from 0 up`)
    }
  }
  return filled as T
}
