/** Tools, their schemas, and the result of calling one. Members that MCP does not define are kept, untyped. */
import type { ContentBlock } from './content.ts'
import type { Icon } from './lifecycle.ts'

/** The names of types in JSON Schema. */
export type JsonSchemaType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'

/** A JSON Schema. Any keyword is allowed, so other members are `unknown`. */
export interface JsonSchema {
  /** The type of the values, or several. */
  type?: JsonSchemaType | JsonSchemaType[]
  /** The schemas of the members of objects. */
  properties?: Record<string, JsonSchema>
  /** The names of members that must be present. */
  required?: string[]
  /** Any other keyword. */
  [keyword: string]: unknown
}

/** A JSON Schema of objects, as the SDKs of models take it for the parameters of tools. */
export interface ObjectSchema extends JsonSchema {
  /** Values are objects. */
  type: 'object'
}

/** Hints of the server about a tool. Trust them only as much as the server. */
export interface ToolAnnotations {
  /** A name to display. */
  title?: string
  /** The tool changes nothing. */
  readOnlyHint?: boolean
  /** The tool may destroy something. */
  destructiveHint?: boolean
  /** Calling it again with the same arguments changes nothing further. */
  idempotentHint?: boolean
  /** The tool acts on things outside of the server. */
  openWorldHint?: boolean
}

/** A tool of a server. */
export interface Tool {
  /** The name to call it by. */
  name: string
  /** A name to display. */
  title?: string
  /** What it does, for a model. */
  description?: string
  /** The schema of its arguments. */
  inputSchema: ObjectSchema
  /** The schema of its `structuredContent`. */
  outputSchema?: JsonSchema
  /** Hints about what it does. */
  annotations?: ToolAnnotations
  /** Whether it can run as a task; only in 2025-11-25. */
  execution?: { taskSupport?: 'forbidden' | 'optional' | 'required' }
  /** Icons to display. */
  icons?: Icon[]
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown>
}

/** The result of a tool. */
export interface CallToolResult {
  /** The result for a model or a user. */
  content: ContentBlock[]
  /** The result in the structure that the tool declares. */
  structuredContent?: unknown
  /** The tool ran and says that it failed. */
  isError?: boolean
  /** 2026-07-28. */
  resultType?: 'complete'
  /** Metadata that MCP reserves. */
  _meta?: Record<string, unknown>
}

/** The arguments of a tool: any object with named members, also one of an interface or a class. No array, no date, no map. */
export type ToolArguments =
  | { [name: string]: unknown }
  | (object & { [Symbol.iterator]?: never; [Symbol.toPrimitive]?: never })
