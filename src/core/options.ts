/** Every option, its default and its limits. */

import type { ElicitRequest, ElicitResult, Root, SampleRequest, SampleResult } from '../types/client-features.ts'
import type { Continuation } from '../types/input-required.ts'
import type { RequestId } from '../types/jsonrpc.ts'
import type { Implementation, InitializeResult, ProtocolVersion } from '../types/lifecycle.ts'
import type { LogLevel, LogMessage, Progress } from '../types/notifications.ts'
import type { StandardSchema } from '../types/standard-schema.ts'
import type { EraCache, ResponseCache } from '../types/stores.ts'
import type { JsonSchema, Tool } from '../types/tools.ts'
import type { WireEvent } from './events.ts'

/** What we hand to `fetch`: nothing that a runtime is known to refuse. */
export interface FetchInit {
  method: string
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
  redirect: 'manual' | 'follow'
  credentials: 'omit'
  keepalive?: boolean
  /** On GET, where the runtime has it. */
  cache?: 'no-store'
  /** Only to find out in a browser whether anybody is there. */
  mode?: 'no-cors'
}

/** The only door to the network. The global `fetch`, a service binding's, or one that wraps another. */
export interface Fetch {
  (url: string, init: FetchInit): Promise<Response>
  /** Under whose authority it asks: answers for one are not shown to another. */
  partition?(): string
}

export interface HandlerContext {
  /** Aborts when the server withdraws its request or the call that it belongs to has ended. */
  signal: AbortSignal
}

export type ElicitHandler = (request: ElicitRequest, context: HandlerContext) => ElicitResult | Promise<ElicitResult>

export type SampleHandler = (request: SampleRequest, context: HandlerContext) => SampleResult | Promise<SampleResult>

/** Answers to what a server may ask. A handler declares its capability. An RpcError that one throws is the answer. */
export interface Handlers {
  /** For both modes, or one for each. What the user left out is filled with the form's defaults. */
  elicit?: ElicitHandler | { form?: ElicitHandler; url?: ElicitHandler }
  /** With `tools` or `context` the model may be given those too. */
  sample?: SampleHandler | { create: SampleHandler; tools?: boolean; context?: boolean }
  roots?: (context: HandlerContext) => Root[] | Promise<Root[]>
}

export type Transport = 'auto' | 'streamable-http' | 'sse'

/** A connection that is about to be opened again. */
export interface ReconnectAttempt {
  /** 1 for the first since a connection worked. */
  attempt: number
  /** What would be waited, in milliseconds. */
  delay: number
  lastEventId: string | undefined
}

/** Enough to go on with a call from anywhere: plain JSON. */
export type ResumeToken = StreamToken | TaskToken

/** For a call that the server answers on a stream. It holds the session id. */
export interface StreamToken {
  requestId: RequestId
  lastEventId: string
  session: Record<string, string>
}

/** For a call that the server made a task of. */
export interface TaskToken {
  taskId: string
}

/** Enough to go on with a connection from anywhere: plain JSON. It holds the session id. */
export interface Snapshot {
  version: 1
  /** The only address it is good for. */
  url: string
  transport: 'streamable-http' | 'sse'
  era: 'modern' | 'legacy' | 'http-sse'
  /** What goes with every request of the session. HTTP+SSE has none that could be taken elsewhere. */
  session?: Record<string, string>
  /** What the server said of itself. */
  server: InitializeResult
  /** Tools whose arguments have to be repeated in headers. */
  tools?: Tool[]
}

export interface ConnectOptions {
  /** How this application introduces itself. @default the name and version of this package */
  clientInfo?: Implementation
  /** `auto` finds out; the others are tried alone. @default 'auto' */
  transport?: Transport
  /** Restricts the revisions that may be negotiated. */
  versions?: readonly ProtocolVersion[]
  /** @default the global `fetch` */
  fetch?: Fetch
  /** Sent with every request; a function is asked before each, and once more when they were refused with 401. */
  headers?: HeadersInit | ((why: 'request' | 'unauthorized') => HeadersInit | Promise<HeadersInit>)
  handlers?: Handlers
  /** Extensions of the protocol that this application supports, with their settings. */
  extensions?: Record<string, object>
  /** Ends connecting; afterwards it has no meaning. */
  signal?: AbortSignal
  /** Milliseconds that a call may be without a sign of life. @default 60_000 */
  timeout?: number
  /** Milliseconds that a call may take in all. @default 3_600_000 */
  maxTimeout?: number
  /** Milliseconds that connecting may take. @default 30_000 */
  connectTimeout?: number
  /** A request now and then, so that an idle session lives on. Off without a session. */
  keepAlive?:
    | false
    | {
        /** Milliseconds without traffic; at least 5,000, and 0 is off. @default 180_000, or 45_000 over HTTP+SSE */
        interval?: number
        /** Milliseconds that its answer may take. @default 30_000 */
        timeout?: number
      }
  /** How a broken stream is opened again. The `retry` of the server is a floor, unless `schedule` decides. */
  reconnect?: {
    /** Failures in a row; 0 is never. @default 5 */
    attempts?: number
    /** @default 1_000 */
    initialDelay?: number
    /** @default 1.5 */
    growth?: number
    /** @default 30_000 */
    maxDelay?: number
    /** Decides when: milliseconds, or a promise to wait for. */
    schedule?: (attempt: ReconnectAttempt) => number | Promise<void>
  }
  /** Whether HTTP+SSE messages may go to this address on another origin. @default never */
  allowUrl?: (url: URL, purpose: 'endpoint') => boolean
  /** Remembers what servers speak, so that they need not be asked again. @default memory, shared by all clients */
  eraCache?: EraCache
  /** Keeps answers for as long as the server says. @default memory, shared by all clients */
  cache?: false | ResponseCache
  /** Under whose authority private answers are kept. @default a value of its own for each client and credential */
  partition?: () => string
  /** Whether arguments that a tool marks so are repeated in `Mcp-Param-*` headers. @default true */
  paramHeaders?: boolean
  /** What is wrong with a value by a JSON Schema, if anything: checks `structuredContent` against `outputSchema`. */
  validate?: (schema: JsonSchema, value: unknown) => Issues | Promise<Issues>
  /** The least important log messages that are wanted. @default what the server chooses; none from 2026-07-28 on */
  logLevel?: LogLevel
  /** Disposing of the client leaves the session at the server. @default true with a snapshot */
  keepSession?: boolean
  /** Goes on without a handshake. What turns out to be stale is replaced. */
  snapshot?: Snapshot
  /** Refuses what the server did not announce. @default false */
  strict?: boolean
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

type Issues = readonly unknown[] | undefined

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
  /** Told whenever the call could be resumed from a new position. */
  onResumable?(token: ResumeToken): void
  /** Goes on with a call that was begun elsewhere, instead of making it. */
  resume?: ResumeToken | Continuation
  /** Lists and resources: asks the server, whatever was kept. */
  fresh?: boolean
  /** `return`: a call that needs input ends with an InputRequired, and the handlers are not asked. */
  onInputRequired?: 'handle' | 'return'
  /** `safe`: a tool that only reads, or may run twice, is called once more when nobody knows whether it ran. */
  retry?: 'never' | 'safe'
  /** What `structuredContent` has to be. Not asked for a result that says `isError`. */
  output?: StandardSchema
}

/** The token if it is about a stream; others are about something else. */
export function streamTokenOf({ resume }: CallOptions): StreamToken | undefined {
  return resume && 'lastEventId' in resume ? resume : undefined
}

const defaults = {
  clientInfo: { name: 'mcp-over-fetch', version: '0.1.0' } as Implementation,
  // Looked up at each call, so that a page may replace it; called plainly, since as a method it throws in browsers.
  fetch: ((url, init) => fetch(url, init)) as Fetch,
  handlers: {} as Handlers,
  extensions: {} as Record<string, object>,
  paramHeaders: true,
  timeout: 60_000,
  maxTimeout: 3_600_000,
  connectTimeout: 30_000,
  transport: 'auto' as Transport,
  strict: false,
  allowUrl: (() => false) as NonNullable<ConnectOptions['allowUrl']>,
  reconnect: {
    attempts: 5,
    initialDelay: 1_000,
    growth: 1.5,
    maxDelay: 30_000,
    schedule: undefined as ((attempt: ReconnectAttempt) => number | Promise<void>) | undefined,
  },
  drain: { ms: 250, bytes: 65_536 },
  limits: { message: 16_777_216, errorBody: 65_536, pages: 1_000 },
}

/** Options with every default filled in. */
export type Settings = typeof defaults & { versions: readonly string[] } & Pick<
    ConnectOptions,
    (typeof undecided)[number]
  >

/** Without a default of their own. */
const undecided = [
  'headers',
  'keepAlive',
  'snapshot',
  'eraCache',
  'cache',
  'partition',
  'validate',
  'logLevel',
  'keepSession',
] as const

export function resolveOptions(options: ConnectOptions, versions: readonly string[]): Settings {
  const unknown = options.versions?.find((version) => !versions.includes(version))
  if (unknown || options.versions?.length === 0) throw new TypeError(`versions: got ${unknown}, expected ${versions}`)
  const given = options as Record<string, unknown>
  const settings: Record<string, unknown> = fill({ ...defaults, versions }, given, '')
  for (const key of undecided) settings[key] = given[key]
  return settings as Settings
}

/** The defaults, with what is given in their place. Groups are filled one by one. */
function fill<T extends object>(defaults: T, given: Record<string, unknown> = {}, path: string): T {
  const filled: Record<string, unknown> = {}
  for (const [key, otherwise] of Object.entries(defaults)) {
    const value = given[key] ?? otherwise
    const group = key === 'drain' || key === 'limits' || key === 'reconnect'
    filled[key] = group ? fill(otherwise, value as Record<string, unknown>, `${key}.`) : value
    if (typeof otherwise === 'number') checkNumber(path + key, value)
  }
  return filled as T
}

/** NaN is not at least 0 either. */
export function checkNumber(name: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0) return value
  throw new TypeError(`${name}: got ${value}, expected a number from 0 up`)
}
