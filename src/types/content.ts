/** Content blocks of tools and prompts, and contents of resources. */
import type { Icon } from './lifecycle.ts'

export interface Annotations {
  audience?: ('user' | 'assistant')[]
  priority?: number
  lastModified?: string
}

interface Block {
  annotations?: Annotations
  _meta?: Record<string, unknown>
  [key: string]: unknown
}

export interface TextContent extends Block {
  type: 'text'
  text: string
}

export interface ImageContent extends Block {
  type: 'image'
  /** Base64. */
  data: string
  mimeType: string
}

export interface AudioContent extends Block {
  type: 'audio'
  /** Base64. */
  data: string
  mimeType: string
}

export interface ResourceLink extends Block {
  type: 'resource_link'
  uri: string
  name: string
  title?: string
  description?: string
  mimeType?: string
  size?: number
  icons?: Icon[]
}

export interface EmbeddedResource extends Block {
  type: 'resource'
  resource: TextResourceContents | BlobResourceContents
}

export interface TextResourceContents {
  uri: string
  mimeType?: string
  text: string
  _meta?: Record<string, unknown>
}

export interface BlobResourceContents {
  uri: string
  mimeType?: string
  /** Base64. */
  blob: string
  _meta?: Record<string, unknown>
}

/** In sampling, 2025-11-25 and later: a model wants to call a tool. */
export interface ToolUseContent {
  type: 'tool_use'
  id: string
  name: string
  input: Record<string, unknown>
  _meta?: Record<string, unknown>
}

/** In sampling, 2025-11-25 and later: the result of a tool call, for a model. */
export interface ToolResultContent {
  type: 'tool_result'
  toolUseId: string
  content: ContentBlock[]
  structuredContent?: unknown
  isError?: boolean
  _meta?: Record<string, unknown>
}

/** Blocks of other types are passed on too. */
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource

export type SamplingContentBlock = TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent
