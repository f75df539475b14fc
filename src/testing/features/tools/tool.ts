/** What a tool is, and what it may do while it runs. */
import type { Inquiry } from '../input/request-input.ts'
import type { Log } from '../logging.ts'
import type { Peer } from '../request-context.ts'
import type { Schema } from '../json-schema.ts'
import type { Background, Created } from '../tasks/tasks.ts'

export interface ToolDefinition {
  name: string
  title?: string
  description: string
  inputSchema: Schema
  outputSchema?: Schema
  annotations?: { readOnlyHint?: boolean; idempotentHint?: boolean; destructiveHint?: boolean }
}

export interface ToolResult {
  content: object[]
  structuredContent?: unknown
  isError?: boolean
}

export interface ToolCall extends Inquiry {
  /** Already checked against the input schema. */
  arguments: Record<string, unknown>
  peer: Peer
  log: Log
  /** Reports progress, if the client asked for it. */
  progress(progress: number, total?: number, message?: string): Promise<void>
  background: Background
}

export interface Tool extends ToolDefinition {
  /** Throws a Fault for a JSON-RPC error; any other error becomes a result with `isError`. */
  run(call: ToolCall): Promise<ToolResult | Created> | ToolResult
}

/** The schema of a tool's arguments. */
export function input(properties: Record<string, Schema> = {}, required: string[] = []): Schema {
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}
