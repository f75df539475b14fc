/** Resources and resource templates, and the result of reading one. */
import type { Annotations, BlobResourceContents, TextResourceContents } from './content.ts'
import type { Icon } from './lifecycle.ts'

/** The members that resources and resource templates have in common. */
interface ResourceDescription {
  name: string
  title?: string
  description?: string
  mimeType?: string
  annotations?: Annotations
  icons?: Icon[]
  _meta?: Record<string, unknown>
  [key: string]: unknown
}

export interface Resource extends ResourceDescription {
  uri: string
  /** Bytes. */
  size?: number
}

export interface ResourceTemplate extends ResourceDescription {
  /** RFC 6570. */
  uriTemplate: string
}

export interface ReadResourceResult {
  contents: (TextResourceContents | BlobResourceContents)[]
  _meta?: Record<string, unknown>
  [key: string]: unknown
}
