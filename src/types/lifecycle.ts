/** Versions, eras and transports, capabilities, and how client and server introduce themselves. */

export type ProtocolVersion = '2026-07-28' | '2025-11-25' | '2025-06-18' | '2025-03-26' | '2024-11-05'

/** `modern`, since 2026-07-28: every request is independent. `legacy`: an `initialize` handshake comes first. */
export type EraName = 'modern' | 'legacy'

/** `sse` is HTTP+SSE of 2024-11-05, with one stream for all responses. */
export type TransportKind = 'streamable-http' | 'sse'

export interface Icon {
  src: string
  mimeType?: string
  sizes?: string[]
  theme?: 'light' | 'dark'
}

export interface Implementation {
  name: string
  version: string
  title?: string
  description?: string
  websiteUrl?: string
  icons?: Icon[]
  [key: string]: unknown
}

export interface ClientCapabilities {
  experimental?: Record<string, object>
  extensions?: Record<string, object>
  roots?: { listChanged?: boolean }
  sampling?: { context?: object; tools?: object }
  elicitation?: { form?: object; url?: object }
  /** Only in 2025-11-25. */
  tasks?: {
    list?: object
    cancel?: object
    requests?: { sampling?: { createMessage?: object }; elicitation?: { create?: object } }
  }
  [key: string]: unknown
}

export interface ServerCapabilities {
  experimental?: Record<string, object>
  extensions?: Record<string, object>
  logging?: object
  completions?: object
  prompts?: { listChanged?: boolean }
  resources?: { subscribe?: boolean; listChanged?: boolean }
  tools?: { listChanged?: boolean }
  /** Only in 2025-11-25. */
  tasks?: { list?: object; cancel?: object; requests?: { tools?: { call?: object } } }
  [key: string]: unknown
}

export interface InitializeResult {
  protocolVersion: string
  /** Some servers leave it out; then their capabilities are unknown. */
  capabilities?: ServerCapabilities
  serverInfo?: Implementation
  instructions?: string
  [key: string]: unknown
}

/** The result of `server/discover` (2026-07-28), which replaces the handshake. */
export interface DiscoverResult {
  supportedVersions: string[]
  capabilities?: ServerCapabilities
  instructions?: string
  [key: string]: unknown
}
