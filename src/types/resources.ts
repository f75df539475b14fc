/** Resources and resource templates, and the result of reading one. Members that MCP does not define are kept, untyped. */
import type { Annotations, BlobResourceContents, TextResourceContents } from './content.ts'
import type { Icon } from './lifecycle.ts'

/** The members that resources and resource templates have in common. */
export interface ResourceDescription {
  /** The name. */
  name: string
  /** A name to display. */
  title?: string
  /** What it is. */
  description?: string
  /** The media type, if it is known. */
  mimeType?: string
  /** Hints about its use. */
  annotations?: Annotations
  /** Icons to display. */
  icons?: Icon[]
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown>
}

/** A resource of a server. */
export interface Resource extends ResourceDescription {
  /** The URI to read it by. */
  uri: string
  /** Bytes. */
  size?: number
}

/** A family of resources of a server. */
export interface ResourceTemplate extends ResourceDescription {
  /** A URI with variables (RFC 6570). */
  uriTemplate: string
}

/** The contents of a resource. */
export interface ReadResourceResult {
  /** The resource itself, or its parts. */
  contents: (TextResourceContents | BlobResourceContents)[]
  /** 2026-07-28. */
  resultType?: 'complete'
  /** 2026-07-28: how long it may be cached, in milliseconds. */
  ttlMs?: number
  /** 2026-07-28: whether other users may get it too. */
  cacheScope?: 'public' | 'private'
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown>
}
