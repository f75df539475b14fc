/** Tools for LangChain, made with its own classes. */
import type { CallToolResult, ObjectSchema } from '../types/tools.ts'
import { type Accepts, asText, isPictureOrPdf, type Part, toParts } from './model-content.ts'
import { runCall } from './run-call.ts'
import type { ModelTools } from './types.ts'

/** The classes of `@langchain/core` that tools are made with. */
export interface LangChainClasses<StructuredTool, Message> {
  /** From `@langchain/core/tools`. */
  DynamicStructuredTool: new (
    fields: LangChainToolFields<Message>,
  ) => StructuredTool
  /** From `@langchain/core/messages`. */
  ToolMessage: new (
    fields: LangChainMessageFields,
  ) => Message
  /** Which media of results are sent as such; a text stands for the others. @default PNG, JPEG, GIF, WebP and PDF */
  accepts?: Accepts | undefined
  /**
   * LangChain does not check the arguments, so that `repairArguments()` and the server see them as the model wrote them.
   * @default false: LangChain throws for arguments that do not fit the schema
   */
  unchecked?: boolean | undefined
}

/** What a tool of LangChain is made of. */
export interface LangChainToolFields<Message> {
  /** The name of the tool. */
  name: string
  /** What it does. */
  description: string
  /** The schema of its arguments. */
  schema: ObjectSchema & Record<string, unknown>
  /** The function gives content for the model, and the result of MCP as the artifact. */
  responseFormat: 'content_and_artifact'
  /** Calls it. */
  func(
    args: object,
    runManager?: unknown,
    config?: LangChainConfig,
  ): Promise<[LangChainContent | Message, CallToolResult | undefined]>
}

/** The part of a `RunnableConfig` that is used. */
export interface LangChainConfig {
  /** Aborts the call. */
  signal?: AbortSignal
  /** The call of the model. */
  toolCall?: { id?: string }
}

/** What a message is made of. */
export interface LangChainMessageFields {
  /** What the model sees. */
  content: LangChainContent
  /** The whole result, for the application. */
  artifact: CallToolResult | undefined
  /** The call that it answers. */
  tool_call_id: string
  /** The name of the tool. */
  name: string
  /** The tool failed. */
  status: 'error'
}

/** A text, or standard content blocks if there are pictures or files. */
export type LangChainContent = string | LangChainBlock[]

/** A standard content block. */
export type LangChainBlock =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio' | 'file'; mimeType: string; data: string }

/** The tools for `model.bindTools()` and for agents. A failed call is a message with the status `error`. */
export function langchainTools<StructuredTool, Message>(
  tools: ModelTools,
  {
    DynamicStructuredTool,
    ToolMessage,
    accepts = isPictureOrPdf,
    unchecked = false,
  }: LangChainClasses<StructuredTool, Message>,
): StructuredTool[] {
  return tools.list.map(({ name, description, parameters }) => {
    const schema = unchecked ? toUnchecked(parameters) : parameters
    const fields = { name, description, schema, responseFormat: 'content_and_artifact' } as const
    return new DynamicStructuredTool({
      ...fields,
      async func(args, _runManager, { signal, toolCall } = {}) {
        const { content: blocks, isError, result: artifact } = await runCall(tools, name, args, { signal })
        const parts = toParts(blocks, accepts)
        const content = asText(parts) ?? parts.map(toContentBlock)
        if (!isError || toolCall?.id === undefined) return [content, artifact]
        return [new ToolMessage({ content, artifact, tool_call_id: toolCall.id, name, status: 'error' }), artifact]
      },
    })
  })
}

/** A schema by the interface of Standard Schema: LangChain gives it to the model, and validates nothing by it. */
function toUnchecked(parameters: ObjectSchema): ObjectSchema {
  const validate = (value: unknown) => ({ value })
  const input = () => parameters
  const standard = { version: 1, vendor: 'mcp-over-fetch', validate, jsonSchema: { input, output: input } }
  return { '~standard': standard } as unknown as ObjectSchema
}

function toContentBlock(part: Part): LangChainBlock {
  if ('text' in part) return { type: 'text', text: part.text }
  const kind = /^(image|audio)\//.exec(part.mimeType)?.[1] as 'image' | 'audio' | undefined
  return { type: kind ?? 'file', mimeType: part.mimeType, data: part.data }
}
