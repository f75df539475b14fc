/** Tools for the AI SDK: an object that fits its `ToolSet`. */
import type { CallToolResult, ObjectSchema } from '../types/tools.ts'
import { type Accepts, asText, isPictureOrPdf, toParts } from './model-content.ts'
import type { ModelTool, ModelTools } from './types.ts'

/** The options of `aiSdkTools()`. */
export interface AiSdkToolsOptions {
  /** Which media of results are sent as files; a text stands for the others. @default PNG, JPEG, GIF, WebP and PDF */
  accepts?: Accepts | undefined
}

/** A tool that is defined at run time. Its output is the whole result of MCP. */
export interface AiSdkTool {
  /** The kind of tool. */
  type: 'dynamic'
  /** What it does. */
  description: string
  /** The schema of its arguments, by the interface of Standard Schema. The server checks the arguments. */
  inputSchema: AiSdkSchema
  /** Names the server that has the tool, if there are several, and the tool there. */
  metadata: { tool: string; server?: string }
  /** Calls it. */
  execute(input: unknown, options: { abortSignal?: AbortSignal }): Promise<CallToolResult>
  /** What the model sees of a result. */
  toModelOutput(options: { output: unknown }): AiSdkOutput
}

/** A schema that gives itself as JSON Schema. */
export interface AiSdkSchema {
  /** The interface of Standard Schema. */
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'mcp-over-fetch'
    readonly validate: (value: unknown) => { value: unknown }
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>
      readonly output: () => Record<string, unknown>
    }
  }
}

/** What the model sees of a result. */
export type AiSdkOutput = { type: 'text' | 'error-text'; value: string } | { type: 'content'; value: AiSdkPart[] }

/** A part of it. */
export type AiSdkPart =
  | { type: 'text'; text: string }
  | { type: 'file'; mediaType: string; filename: string; data: { type: 'data'; data: string } }

/** The tools for `generateText()` and `streamText()`. What a call throws, the AI SDK tells the model. */
export function aiSdkTools(
  tools: ModelTools,
  { accepts = isPictureOrPdf }: AiSdkToolsOptions = {},
): Record<string, AiSdkTool> {
  return Object.fromEntries(tools.list.map((tool) => [tool.name, toAiSdkTool(tool, accepts)]))
}

function toAiSdkTool(tool: ModelTool, accepts: Accepts): AiSdkTool {
  const { name, server } = tool.definition
  return {
    type: 'dynamic',
    description: tool.description,
    inputSchema: toSchema(tool.parameters),
    metadata: { tool: name, ...(server !== undefined && { server }) },
    execute: (input, { abortSignal }) => tool.call(input as object, { signal: abortSignal }),
    toModelOutput({ output }) {
      const result = output as CallToolResult
      const content = tool.toModelContent(result)
      const text = asText(toParts(content, accepts))
      if (text !== undefined) return { type: result.isError ? 'error-text' : 'text', value: text }
      const value = toParts(content, accepts, result.isError).map((part): AiSdkPart => {
        if ('text' in part) return { type: 'text', text: part.text }
        const { mimeType, filename, data } = part
        return { type: 'file', mediaType: mimeType, filename, data: { type: 'data', data } }
      })
      return { type: 'content', value }
    },
  }
}

/**
 * The mark makes the AI SDK take `jsonSchema` as it is; without it, it reads the schema by the standard interface, closes
 * all objects and changes the schema in place.
 */
function toSchema(schema: ObjectSchema): AiSdkSchema {
  const toJsonSchema = () => JSON.parse(JSON.stringify(schema))
  const marked = { [Symbol.for('vercel.ai.schema')]: true, jsonSchema: schema, validate: undefined }
  const standard: AiSdkSchema = {
    '~standard': {
      version: 1,
      vendor: 'mcp-over-fetch',
      validate: (value) => ({ value }),
      jsonSchema: { input: toJsonSchema, output: toJsonSchema },
    },
  }
  return { ...marked, ...standard }
}
