/** A tool's definition, and what its code may use while it runs. */
import type { ToolAnnotations } from '../../types/tools.ts'
import type { InputRequester } from './input/request-input.ts'
import type { Schema } from './json-schema.ts'
import type { Log } from './logging.ts'
import type { RequestContext } from './request-context.ts'
import type { TaskSupport } from './tasks/core-tasks.ts'
import type { CreatedTask, RunAsTask } from './tasks/tasks.ts'

export interface ToolDefinition {
  name: string
  title?: string
  description?: string
  inputSchema: Schema
  outputSchema?: Schema
  annotations?: ToolAnnotations
  _meta?: Record<string, unknown>
  /** Of 2025-11-25. @default never as a task */
  taskSupport?: TaskSupport
}

export interface ToolResult {
  content: object[]
  structuredContent?: unknown
  isError?: boolean
}

export interface ToolCall extends InputRequester {
  /** Valid by the input schema. */
  arguments: Record<string, unknown>
  context: RequestContext
  log: Log
  /** Reports progress, if the client asked for it. */
  progress(progress: number, total?: number, message?: string): Promise<void>
  runAsTask: RunAsTask
}

/** The arguments as the tool gets them, or one sentence for each thing that is wrong with them. */
export type CheckedArguments = { value: Record<string, unknown> } | { issues: string[] }

export interface Tool extends ToolDefinition {
  /** Checks arguments in another way than by `inputSchema`. */
  check?(args: unknown): Promise<CheckedArguments>
  /** Throws a ProtocolError for a JSON-RPC error; any other error becomes a result with `isError`. */
  run(call: ToolCall): Promise<ToolResult | CreatedTask> | ToolResult
}

/** The schema of a tool's arguments. */
export function input(properties: Record<string, Schema> = {}, required: string[] = []): Schema {
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}
