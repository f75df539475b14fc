/** The options of `connect()` and of calls, with their defaults in words; `settings.ts` has the values. */

import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestParams,
  ElicitResult,
  Root,
} from '../types/client-features.ts'
import type { Continuation } from '../types/input-required.ts'
import type { RequestId } from '../types/jsonrpc.ts'
import type { EraName, Implementation, InitializeResult, ProtocolVersion, TransportKind } from '../types/lifecycle.ts'
import type { LoggingLevel, LogMessage, Progress } from '../types/notifications.ts'
import type { StandardSchema } from '../types/standard-schema.ts'
import type { EraCache, ResponseCache } from '../types/stores.ts'
import type { JsonSchema, Tool } from '../types/tools.ts'
import type { WireEvent } from './events.ts'

/** The second argument of `fetch`, with only those members that every runtime accepts. */
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
  /** Only in a browser, to find out whether the server can be reached at all. */
  mode?: 'no-cors'
}

/** All requests go through this: the global `fetch`, that of a service binding, or one that wraps another. */
export interface Fetch {
  (url: string, init: FetchInit): Promise<Response>
  /** Identifies the authorization in use: private responses are cached separately for each value. */
  cachePartition?(): string | Promise<string>
  /** Replaces secrets that it adds to requests: a server may repeat them in texts that errors and events show. */
  redact?(text: string): string
}

export interface HandlerContext {
  /** Aborts when the server cancels its request or the call that it belongs to has ended. */
  signal: AbortSignal
}

export interface ElicitContext extends HandlerContext {
  /**
   * Set if the handler is asked again because the values of the form do not fit its schema: what is expected, by field.
   * After five answers that do not fit, the server gets an error.
   */
  problems?: Readonly<Record<string, string>>
  /** The values that the handler returned then. */
  content?: ElicitResult['content']
}

export type ElicitHandler = (
  request: ElicitRequestParams,
  context: ElicitContext,
) => ElicitResult | Promise<ElicitResult>

export type SampleHandler = (
  request: CreateMessageRequestParams,
  context: HandlerContext,
) => CreateMessageResult | Promise<CreateMessageResult>

/** Handlers of server requests. A handler declares its capability. An RpcError that it throws is sent as the answer. */
export interface Handlers {
  /** One handler for both modes, or one for each. Missing values are filled with the defaults of the form. */
  elicit?: ElicitHandler | { form?: ElicitHandler; url?: ElicitHandler }
  /** `tools` and `context` declare that the model can use them. */
  sample?: SampleHandler | { create: SampleHandler; tools?: boolean; context?: boolean }
  roots?: (context: HandlerContext) => Root[] | Promise<Root[]>
}

export type TransportOption = 'auto' | TransportKind

/** A stream that is about to be opened again. */
export interface ReconnectAttempt {
  /** 1 for the first since a connection worked. */
  attempt: number
  /** The delay that is planned, in milliseconds. */
  delay: number
  lastEventId: string | undefined
}

/** Resumes a call from anywhere. Plain JSON. */
export type ResumeToken = StreamToken | TaskToken

/** Resumes a call that the server answers on a stream. It contains the session id. */
export interface StreamToken {
  requestId: RequestId
  lastEventId: string
  session: Record<string, string>
}

/** Resumes a call that the server runs as a task. */
export interface TaskToken {
  taskId: string
}

/** Continues a connection from anywhere. Plain JSON. It contains the session id. */
export interface Snapshot {
  version: 1
  /** The endpoint; the snapshot is refused for any other. */
  url: string
  transport: TransportKind
  era: EraName
  /** The headers of the session. An HTTP+SSE session ends with its stream and cannot be continued. */
  session?: Record<string, string>
  /** How the server introduced itself. */
  server: InitializeResult
  /** Tools with arguments that are repeated in headers. */
  tools?: Tool[]
}

export interface ConnectOptions {
  /** How this application introduces itself. @default the name and version of this package */
  clientInfo?: Implementation
  /** `auto` detects the transport; any other value is the only one that is tried. @default 'auto' */
  transport?: TransportOption
  /** Restricts the protocol versions that may be negotiated. @default all that this client supports */
  versions?: readonly ProtocolVersion[]
  /** @default the global `fetch` */
  fetch?: Fetch
  /** Sent with every request. A function is called before each, and once more after a 401. */
  headers?: HeadersInit | ((reason: 'request' | 'unauthorized') => HeadersInit | Promise<HeadersInit>)
  handlers?: Handlers
  /** Protocol extensions that this application supports, with their settings. */
  extensions?: Record<string, object>
  /** Aborts connecting; it has no effect afterwards. */
  signal?: AbortSignal
  /** Milliseconds that a call may wait without a sign of life. @default 60_000 */
  timeout?: number
  /** Milliseconds that a call may take in all. @default 3_600_000 */
  maxTotalTimeout?: number
  /** Milliseconds that connecting may take. @default 30_000 */
  connectTimeout?: number
  /** Keeps an idle session alive by a request from time to time. Off without a session. */
  keepAlive?:
    | false
    | {
        /** Milliseconds without traffic; at least 5,000, and 0 is off. @default 45_000 */
        interval?: number
        /** Milliseconds that the response may take. @default 30_000 */
        timeout?: number
      }
  /**
   * How a broken stream is reopened. The server's `retry` is a lower bound, unless `schedule` decides. `maxAttempts` also
   * limits how often a lost session is replaced.
   */
  reconnect?: {
    /** Failed attempts in a row before giving up; 0 never reopens. @default 5 */
    maxAttempts?: number
    /** @default 1_000 */
    initialDelay?: number
    /** @default 1.5 */
    growFactor?: number
    /** @default 30_000 */
    maxDelay?: number
    /** Chooses the delay: milliseconds, or a promise to wait for. */
    schedule?: (attempt: ReconnectAttempt) => number | Promise<void>
  }
  /** Whether HTTP+SSE messages may be posted to this URL on another origin. @default never */
  allowUrl?: (url: URL) => boolean
  /** Remembers the era of servers, to skip the probe. @default memory, shared by all clients with the same `fetch` */
  eraCache?: EraCache
  /** Caches responses for as long as the server says. @default memory, shared by all clients with the same `fetch` */
  cache?: false | ResponseCache
  /** Identifies the authorization of private cache entries. @default that of `fetch`, else one for each set of headers, and with a `fetch` of your own one for each client */
  cachePartition?: () => string | Promise<string>
  /** Whether arguments that a tool marks with `x-mcp-header` are repeated in `Mcp-Param-*` headers. @default true */
  paramHeaders?: boolean
  /** Checks `structuredContent` against the `outputSchema` of the tool; returns what is wrong, if anything. */
  jsonSchemaValidator?: (schema: JsonSchema, value: unknown) => Issues | Promise<Issues>
  /** The lowest level of log messages to receive. @default the choice of the server; none from 2026-07-28 on */
  loggingLevel?: LoggingLevel
  /** Disposing of the client does not end the session at the server. @default true with a snapshot */
  keepSession?: boolean
  /** Continues a connection without a handshake. A session that has ended meanwhile is replaced. */
  snapshot?: Snapshot
  /** Throws CapabilityError where the server lacks a capability, also for lists. @default false */
  strict?: boolean
  /** How long and how far a response is read after its answer, so that its connection can be reused. */
  drain?: {
    /** @default 250 */
    maxMs?: number
    /** @default 65_536 */
    maxBytes?: number
  }
  limits?: {
    /** Bytes of one message. @default 16_777_216 */
    messageBytes?: number
    /** Bytes read of a body that explains an error. @default 65_536 */
    errorBodyBytes?: number
    /** Pages of one list. @default 1_000 */
    listPages?: number
  }
  /** Receives everything that happens on the wire, redacted. */
  onEvent?: (event: WireEvent) => void
}

type Issues = readonly unknown[] | undefined

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Milliseconds without a sign of life. @default the client's */
  timeout?: number | undefined
  /** Milliseconds in all. @default the client's */
  maxTotalTimeout?: number | undefined
  onProgress?: (progress: Progress) => void
  /** Log messages that belong to this call. */
  onLog?: (message: LogMessage) => void
  /** Members for `params._meta`. */
  meta?: Record<string, unknown>
  /** Called with a token whenever the call could be resumed from a new position. */
  onResumable?(token: ResumeToken): void
  /** Resumes a call that was started elsewhere, instead of sending it. */
  resume?: ResumeToken | Continuation
  /** Lists and resources: `refresh` asks the server even if a cached response is fresh. @default 'default' */
  cacheMode?: 'default' | 'refresh'
  /** `return`: a call that needs input returns InputRequired instead of asking the handlers. */
  inputRequired?: 'handle' | 'return'
  /** `safe`: a read-only or idempotent tool is called once more when it is unknown whether it ran. */
  retry?: 'never' | 'safe'
  /** Validates `structuredContent`, and gives it its type. Skipped for `isError` results. */
  outputSchema?: StandardSchema
}

/** The resume token of a stream, if there is one; tasks and continuations resume in another way. */
export function streamTokenOf({ resume }: CallOptions): StreamToken | undefined {
  return resume && 'lastEventId' in resume ? resume : undefined
}
