/** Versions, eras and transports, capabilities, and how client and server introduce themselves. */

/** The revisions of MCP that this client speaks. */
export type ProtocolVersion = '2026-07-28' | '2025-11-25' | '2025-06-18' | '2025-03-26' | '2024-11-05'

/** `modern`, since 2026-07-28: every request is independent. `legacy`: an `initialize` handshake comes first. */
export type EraName = 'modern' | 'legacy'

/** `sse` is HTTP+SSE of 2024-11-05, with one stream for all responses. */
export type TransportKind = 'streamable-http' | 'sse'

/** An icon to display. */
export interface Icon {
  /** An `https:` or `data:` URL. */
  src: string
  /** The media type, if it is known. */
  mimeType?: string
  /** Such as `48x48`, or `any`. */
  sizes?: string[]
  /** The background that it is made for. */
  theme?: 'light' | 'dark'
}

/** How a client or server introduces itself. */
export interface Implementation {
  /** The name of the program. */
  name: string
  /** The version of the program. */
  version: string
  /** A name to display. */
  title?: string
  /** What it does. */
  description?: string
  /** Where to read about it. */
  websiteUrl?: string
  /** Icons to display. */
  icons?: Icon[]
}

/** What a client can do. */
export interface ClientCapabilities {
  /** Capabilities that are not part of MCP. */
  experimental?: Record<string, object>
  /** Extensions, with their settings. */
  extensions?: Record<string, object>
  /** It lists roots. */
  roots?: { listChanged?: boolean }
  /** It samples messages of a model. */
  sampling?: { context?: object; tools?: object }
  /** It asks its user, in these modes. */
  elicitation?: { form?: object; url?: object }
  /** It runs requests as tasks; only in 2025-11-25. */
  tasks?: {
    list?: object
    cancel?: object
    requests?: { sampling?: { createMessage?: object }; elicitation?: { create?: object } }
  }
}

/** What a server can do. */
export interface ServerCapabilities {
  /** Capabilities that are not part of MCP. */
  experimental?: Record<string, object>
  /** Extensions, with their settings. */
  extensions?: Record<string, object>
  /** It sends log messages. */
  logging?: object
  /** It completes arguments. */
  completions?: object
  /** It has prompts. */
  prompts?: { listChanged?: boolean }
  /** It has resources. */
  resources?: { subscribe?: boolean; listChanged?: boolean }
  /** It has tools. */
  tools?: { listChanged?: boolean }
  /** It runs requests as tasks; only in 2025-11-25. */
  tasks?: { list?: object; cancel?: object; requests?: { tools?: { call?: object } } }
}

/** The result of `initialize`, and of what replaces it in other revisions. */
export interface InitializeResult {
  /** The revision that was negotiated. */
  protocolVersion: string
  /** Some servers leave it out; then their capabilities are unknown. */
  capabilities?: ServerCapabilities
  /** How the server introduces itself. */
  serverInfo?: Implementation
  /** How to use the server, for a model. */
  instructions?: string
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown>
}

/** The result of `server/discover` (2026-07-28), which replaces the handshake. */
export interface DiscoverResult {
  /** The revisions that the server speaks. */
  supportedVersions: string[]
  /** Some servers leave it out; then their capabilities are unknown. */
  capabilities?: ServerCapabilities
  /** How to use the server, for a model. */
  instructions?: string
  /** 2026-07-28. */
  resultType?: 'complete'
  /** 2026-07-28: how long it may be cached, in milliseconds. */
  ttlMs?: number
  /** 2026-07-28: whether other users may get it too. */
  cacheScope?: 'public' | 'private'
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown>
}
