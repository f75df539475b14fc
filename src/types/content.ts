/** Content blocks of tools and prompts, and contents of resources. Members that MCP does not define are kept, untyped. */
import type { Icon } from './lifecycle.ts'

/** Hints of the server about the use of a block or resource. */
export interface Annotations {
  /** For whom it is meant. */
  audience?: ('user' | 'assistant')[] | undefined
  /** From 0, optional, to 1, required. */
  priority?: number | undefined
  /** ISO 8601. */
  lastModified?: string | undefined
}

/** The members of all content blocks. */
export interface ContentBlockBase {
  /** Hints about its use. */
  annotations?: Annotations | undefined
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown> | undefined
}

/** A block of text. */
export interface TextContent extends ContentBlockBase {
  /** The kind of block. */
  type: 'text'
  /** The text. */
  text: string
}

/** A block with an image. */
export interface ImageContent extends ContentBlockBase {
  /** The kind of block. */
  type: 'image'
  /** Base64. */
  data: string
  /** Such as `image/png`. */
  mimeType: string
}

/** A block with a sound. */
export interface AudioContent extends ContentBlockBase {
  /** The kind of block. */
  type: 'audio'
  /** Base64. */
  data: string
  /** Such as `audio/wav`. */
  mimeType: string
}

/** A block that refers to a resource, which `readResource()` may read. */
export interface ResourceLink extends ContentBlockBase {
  /** The kind of block. */
  type: 'resource_link'
  /** The URI of the resource. */
  uri: string
  /** The name of the resource. */
  name: string
  /** A name to display. */
  title?: string | undefined
  /** What the resource is. */
  description?: string | undefined
  /** The media type, if it is known. */
  mimeType?: string | undefined
  /** Bytes. */
  size?: number | undefined
  /** Icons to display. */
  icons?: Icon[] | undefined
}

/** A block that contains a resource. */
export interface EmbeddedResource extends ContentBlockBase {
  /** The kind of block. */
  type: 'resource'
  /** The resource. */
  resource: TextResourceContents | BlobResourceContents
}

/** The contents of a resource as text. */
export interface TextResourceContents {
  /** The URI of the resource. */
  uri: string
  /** The media type, if it is known. */
  mimeType?: string | undefined
  /** The text. */
  text: string
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown> | undefined
}

/** The contents of a resource as bytes. */
export interface BlobResourceContents {
  /** The URI of the resource. */
  uri: string
  /** The media type, if it is known. */
  mimeType?: string | undefined
  /** Base64. */
  blob: string
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown> | undefined
}

/** A block of the content of tools and prompts. Blocks of other types are passed on too. */
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource
