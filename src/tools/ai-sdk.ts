/** Tools for the AI SDK: an object that fits its `ToolSet`. */
import type { CallToolResult, ObjectSchema } from '../types/tools.ts'
import { type Accepts, asText, isPictureOrPdf, type Media, toParts } from './model-content.ts'
import type { ModelTool, ModelTools } from './types.ts'

/** The versions of the AI SDK that the tools can be made for. */
export type AiSdkVersion = 5 | 6 | 7

/** The options of `aiSdkTools()`. */
export interface AiSdkToolsOptions<Version extends AiSdkVersion = 7> {
  /** The major version of the package `ai`: each has another form for pictures and files. @default 7 */
  version?: Version | undefined
  /** Which media of results are sent as files; a text stands for the others. @default PNG, JPEG, GIF, WebP and PDF */
  accepts?: Accepts | undefined
}

/** A tool that is defined at run time. Its output is the whole result of MCP. */
export interface AiSdkTool<Version extends AiSdkVersion = 7> {
  /** The kind of tool. */
  type: 'dynamic'
  /** What it does. */
  description: string
  /** The schema of its arguments, by the interface of Standard Schema. The server checks the arguments. */
  // biome-ignore lint/suspicious/noExplicitAny: version 5 types no schemas but its own, by a symbol that it does not export
  inputSchema: Version extends 5 ? any : AiSdkSchema
  /** Names the server that has the tool, if there are several, and the tool there. */
  metadata: { tool: string; server?: string }
  /** Calls it. */
  execute(input: unknown, options: { abortSignal?: AbortSignal }): Promise<CallToolResult>
  /** What the model sees of a result. Version 5 passes the output itself. */
  toModelOutput(options: Version extends 5 ? unknown : { output: unknown }): AiSdkOutput<Version>
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
export type AiSdkOutput<Version extends AiSdkVersion = 7> =
  | { type: 'text' | 'error-text'; value: string }
  | { type: 'content'; value: AiSdkPart<Version>[] }

/** A part of it. */
export type AiSdkPart<Version extends AiSdkVersion = 7> = { type: 'text'; text: string } | AiSdkFile[Version]

/** A picture or a file, by version. */
export interface AiSdkFile {
  /** Of version 5. */
  5: { type: 'media'; mediaType: string; data: string }
  /** Of version 6. */
  6: { type: 'file-data'; mediaType: string; filename: string; data: string }
  /** Of version 7. */
  7: { type: 'file'; mediaType: string; filename: string; data: { type: 'data'; data: string } }
}

/**
 * The tools for `generateText()` and `streamText()`. What a call throws, the AI SDK tells the model: an error in the words
 * of `toModelError`, whose `cause` is that of the client.
 */
export function aiSdkTools<Version extends AiSdkVersion = 7>(
  tools: ModelTools,
  { accepts = isPictureOrPdf, version = 7 as Version }: AiSdkToolsOptions<Version> = {},
): Record<string, AiSdkTool<Version>> {
  return Object.fromEntries(tools.list.map((tool) => [tool.name, toAiSdkTool(tools, tool, accepts, version)]))
}

function toAiSdkTool<Version extends AiSdkVersion>(
  tools: ModelTools,
  tool: ModelTool,
  accepts: Accepts,
  version: Version,
): AiSdkTool<Version> {
  const { name, server } = tool.definition
  return {
    type: 'dynamic',
    description: tool.description,
    inputSchema: toSchema(tool.parameters),
    metadata: { tool: name, ...(server !== undefined && { server }) },
    async execute(input, { abortSignal }) {
      try {
        return await tool.call(input as object, { signal: abortSignal })
      } catch (cause) {
        throw abortSignal?.aborted ? cause : new Error(tools.toModelError(cause, tool.name), { cause })
      }
    },
    toModelOutput(options) {
      const result = (version === 5 ? options : (options as { output: unknown }).output) as CallToolResult
      const content = tool.toModelContent(result)
      const text = asText(toParts(content, accepts))
      if (text !== undefined) return { type: result.isError ? 'error-text' : 'text', value: text }
      const value = toParts(content, accepts, result.isError).map((part) =>
        'text' in part ? { type: 'text' as const, text: part.text } : (toFile(part)[version] as AiSdkFile[Version]),
      )
      return { type: 'content', value }
    },
  }
}

function toFile({ mimeType: mediaType, filename, data }: Media): AiSdkFile {
  return {
    5: { type: 'media', mediaType, data },
    6: { type: 'file-data', mediaType, filename, data },
    7: { type: 'file', mediaType, filename, data: { type: 'data', data } },
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
