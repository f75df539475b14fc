/** Resources: what a server offers to read. */
import type { Annotations, BlobResourceContents, TextResourceContents } from './content.ts'
import type { Icon } from './lifecycle.ts'

interface Described {
  name: string
  title?: string
  description?: string
  mimeType?: string
  annotations?: Annotations
  icons?: Icon[]
  _meta?: Record<string, unknown>
  [key: string]: unknown
}

export interface Resource extends Described {
  uri: string
  /** Bytes. */
  size?: number
}

export interface ResourceTemplate extends Described {
  /** RFC 6570. */
  uriTemplate: string
}

export interface ReadResourceResult {
  contents: (TextResourceContents | BlobResourceContents)[]
  _meta?: Record<string, unknown>
  [key: string]: unknown
}
