/** Tools as a test writes them, and what their code may use while it runs. */
import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitResult,
  Root,
} from '../../types/client-features.ts'
import type { ContentBlock } from '../../types/content.ts'
import type { InferSchema } from '../../types/infer-schema.ts'
import type { StandardSchema } from '../../types/standard-schema.ts'
import type { CallToolResult, JsonSchema, ToolAnnotations } from '../../types/tools.ts'

/** A JSON Schema, or a schema of Zod, Valibot, ArkType or any other library that implements Standard Schema. */
export type AnySchema = Readonly<Record<string, unknown>> | StandardSchema

/** The arguments that a schema describes; those of a JSON Schema as far as its type tells them. */
export type ArgumentsOf<Input> =
  Input extends StandardSchema<infer Output>
    ? Output
    : Input extends { readonly [keyword: string]: unknown }
      ? InferSchema<Input & { readonly type: 'object' }>
      : Record<string, unknown>

/** A tool of a mock server. */
export interface MockTool<Input = unknown> {
  /** A name to display. */
  title?: string
  /** What it does, for a model. */
  description?: string
  /** The schema of its arguments. @default any object */
  input?: Input
  /** The schema of its structured result. A result that does not fit fails the request, with the path. */
  output?: AnySchema
  /** Hints about what it does. */
  annotations?: ToolAnnotations
  /** Metadata of the definition, such as that of MCP Apps. */
  _meta?: Record<string, unknown>
  /**
   * Runs it. What it throws is a result with `isError`; an error with a JSON-RPC `code` fails the request. In
   * 2026-07-28 a tool that asks the client runs again from the start when the client answers.
   */
  run(args: ArgumentsOf<Input>, context: ToolContext): ToolOutput | Promise<ToolOutput>
}

/**
 * A text, content blocks, a whole result, or any other object, which becomes `structuredContent`. Nothing is a result
 * without content.
 */
export type ToolOutput =
  | string
  | number
  | boolean
  | ContentBlock
  | readonly ContentBlock[]
  | CallToolResult
  | object
  | undefined

/** What a tool may use while it runs. */
export interface ToolContext {
  /** Reports progress, if the client asked for it. */
  progress(progress: number, total?: number, message?: string): Promise<void>
  /** Sends a log message, if the client wants messages of this level. */
  log(level: string, data: unknown, logger?: string): Promise<void>
  /** Asks the user to fill in a form; `properties` are the schemas of its fields. */
  elicit(message: string, properties?: Record<string, JsonSchema>, required?: string[]): Promise<ElicitResult>
  /** Asks the user to visit a URL. */
  elicitUrl(message: string, url: string): Promise<ElicitResult>
  /** Asks the client's model; a text is a prompt. */
  sample(request: string | CreateMessageRequestParams): Promise<CreateMessageResult>
  /** Asks for the client's roots. */
  roots(): Promise<Root[]>
  /** Waits that many milliseconds on the server's clock; rejects when the call is cancelled. */
  wait(milliseconds: number): Promise<void>
  /** Aborts when the client cancels the call or leaves. */
  signal: AbortSignal
  /** Sends a notification on the stream of this call. */
  notify(method: string, params?: object): Promise<void>
  /** Closes the connection of this call's stream while the tool goes on: the client resumes it (2025-11-25). */
  closeStream(): void
  /** The session; absent without one. */
  session?: string
  /** The revision that the call is served under. */
  version: string
  /** What the client declared. */
  clientCapabilities: Record<string, unknown>
}
