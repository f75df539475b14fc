/** Tools, their schemas, and the result of calling one. */
import type { ContentBlock } from './content.ts'
import type { Icon } from './lifecycle.ts'

export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  [key: string]: unknown
}

export interface ToolAnnotations {
  title?: string
  readOnlyHint?: boolean
  destructiveHint?: boolean
  idempotentHint?: boolean
  openWorldHint?: boolean
}

export interface Tool {
  name: string
  title?: string
  description?: string
  inputSchema: JsonSchema
  outputSchema?: JsonSchema
  annotations?: ToolAnnotations
  /** Whether it can run as a task; only in 2025-11-25. */
  execution?: { taskSupport?: 'forbidden' | 'optional' | 'required' }
  icons?: Icon[]
  _meta?: Record<string, unknown>
  [key: string]: unknown
}

export interface CallToolResult {
  content: ContentBlock[]
  structuredContent?: unknown
  /** The tool ran and says that it failed. */
  isError?: boolean
  _meta?: Record<string, unknown>
  [key: string]: unknown
}
