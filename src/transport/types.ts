/** The types of the entry. They are structural: those of three other SDKs fit them, and none of these is imported. */
import type { ConnectOptions, Fetch } from '../core/index.ts'

/** A JSON-RPC message between the host, which is the client of another SDK, and the transport. */
export interface TransportMessage {
  /** The version of JSON-RPC. */
  jsonrpc: '2.0'
  /** Of a request, and of the response to it. */
  id?: string | number | null | undefined
  /** Of a request or notification. */
  method?: string | undefined
  /** The parameters of the method. */
  params?: object | undefined
  /** Of a response. */
  result?: object | undefined
  /** Of a response. */
  error?: { code: number; message: string; data?: unknown } | undefined
}

/** What hosts may say about a message that they send. What only their own transports can use is ignored. */
export interface TransportSendOptions {
  /** Gives up the request (AI SDK). */
  signal?: AbortSignal | undefined
  /** Gives up the request (`@modelcontextprotocol/client`). */
  requestSignal?: AbortSignal | undefined
  /** Resumes a request, instead of sending it. */
  resumptionToken?: string | undefined
  /** Called with a token whenever the request could be resumed from a new position. */
  onresumptiontoken?: ((token: string) => void) | undefined
}

/** The options of `fetchTransport()`: those of `connect()`, without what the host decides. */
export interface FetchTransportOptions
  extends Omit<ConnectOptions, 'clientInfo' | 'handlers' | 'onNotification' | 'signal'> {
  /**
   * Methods of extensions that the host answers when the server asks.
   *
   * @example
   * const transport = fetchTransport(url, { requests: ['example.com/time'] })
   */
  requests?: readonly string[] | undefined
  /** Milliseconds that a request may wait without a sign of life. Hosts have limits of their own. @default 3_600_000 */
  timeout?: number | undefined
}

/** A transport for one host. */
export interface FetchTransport {
  /** Called by the host, once. Nothing is sent yet: the server is contacted when the host initializes. */
  start(): Promise<void>
  /** Resolves when a request was answered, by `onmessage`; rejects when there will be no answer. */
  send(message: TransportMessage, options?: TransportSendOptions): Promise<void>
  /** Ends the session, and rejects what is under way. */
  close(): Promise<void>
  /** Set by the host: called once, when the transport is closed. */
  onclose?: () => void
  /** Set by the host: called with each error, also with those that `send()` rejects with. */
  onerror?: (error: Error) => void
  /** Set by the host: called with each message for it. */
  onmessage?: (message: TransportMessage) => void
  /** The session at the server, if there is one now: a lost one is replaced without a word to the host. */
  readonly sessionId?: string | undefined
  /** Called by the host. Nothing changes, since the server may speak another revision than the host. */
  setProtocolVersion(version: string): void
  /** Called by hosts that say which revisions they accept. */
  setSupportedProtocolVersions(versions: string[]): void
}

/** The members of an `OAuthClientProvider` that are needed here; its SDK uses the others. */
export interface OAuthProvider {
  /** The tokens that are stored, if any. */
  tokens(): StoredTokens | undefined | Promise<StoredTokens | undefined>
}

/** Tokens as a provider stores them. */
export interface StoredTokens {
  /** Sent with every request. */
  access_token: string
  /** What it is good for. */
  scope?: string | undefined
}

/** What the `auth()` of an SDK is told. */
export interface AuthRequest {
  /** The URL of the MCP server. */
  serverUrl: string
  /** Where the server describes itself, as it said in its challenge. */
  resourceMetadataUrl?: URL
  /** The scope that the server asks for. */
  scope?: string
  /** All requests of the flow go through it. */
  fetchFn: (url: string | object, init?: object) => Promise<Response>
  /** New tokens are needed, and not refreshed ones. */
  forceReauthorization?: boolean
}

/** The `fetch` of `oauthFrom()`. */
export interface ProviderFetch extends Fetch {
  /**
   * Ends a sign-in. The members of the argument are those that the `auth()` of the SDK takes.
   *
   * @example
   * await authFetch.finishAuth({ authorizationCode: code })
   */
  finishAuth(response: object): Promise<void>
  /** Replaces the access token in a text. */
  redact(text: string): string
}
