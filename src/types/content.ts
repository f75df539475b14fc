/** Content blocks of tools and prompts, and contents of resources. Members that MCP does not define are kept, untyped. */
import type { Icon } from './lifecycle.ts'

/** Hints of the server about the use of a block or resource. */
export interface Annotations {
  /** For whom it is meant. */
  audience?: ('user' | 'assistant')[]
  /** From 0, optional, to 1, required. */
  priority?: number
  /** ISO 8601. */
  lastModified?: string
}

/** The members of all content blocks. */
export interface ContentBlockBase {
  /** Hints about its use. */
  annotations?: Annotations
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown>
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
  title?: string
  /** What the resource is. */
  description?: string
  /** The media type, if it is known. */
  mimeType?: string
  /** Bytes. */
  size?: number
  /** Icons to display. */
  icons?: Icon[]
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
  mimeType?: string
  /** The text. */
  text: string
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown>
}

/** The contents of a resource as bytes. */
export interface BlobResourceContents {
  /** The URI of the resource. */
  uri: string
  /** The media type, if it is known. */
  mimeType?: string
  /** Base64. */
  blob: string
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown>
}

/** In sampling, 2025-11-25 and later: a model wants to call a tool. */
export interface ToolUseContent {
  /** The kind of block. */
  type: 'tool_use'
  /** Identifies the use; the result refers to it. */
  id: string
  /** The name of the tool. */
  name: string
  /** The arguments of the tool. */
  input: Record<string, unknown>
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown>
}

/** In sampling, 2025-11-25 and later: the result of a tool call, for a model. */
export interface ToolResultContent {
  /** The kind of block. */
  type: 'tool_result'
  /** The `id` of the tool use. */
  toolUseId: string
  /** What the tool returned. */
  content: ContentBlock[]
  /** The result in the structure that the tool declares. */
  structuredContent?: unknown
  /** The tool ran and failed. */
  isError?: boolean
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown>
}

/** A block of the content of tools and prompts. Blocks of other types are passed on too. */
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource

/** A block of a message in sampling. */
export type SamplingMessageContentBlock = TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent
