/** Tools for the Messages API of Anthropic. */
import type { ObjectSchema } from '../types/tools.ts'
import { type Accepts, isPictureOrPdf, type Part, toParts } from './model-content.ts'
import { type RunOptions, runCall } from './run-call.ts'
import type { ModelTools } from './types.ts'

/** The options of `anthropicTools()`. */
export interface AnthropicToolsOptions {
  /**
   * Which media of results are sent as such; a text stands for the others.
   * @default PNG, JPEG, GIF and WebP up to 5 MB of base64, which is the limit of the API, and PDF
   */
  accepts?: Accepts | undefined
}

/** A member of `tools` of a request. */
export interface AnthropicTool {
  /** The name of the tool. */
  name: string
  /** What it does. */
  description: string
  /** The schema of its arguments. */
  input_schema: ObjectSchema
}

/** A piece of content. */
export type AnthropicBlock =
  | { type: 'text'; text: string }
  | { type: 'image'; source: { type: 'base64'; media_type: AnthropicImageType; data: string } }
  | { type: 'document'; title: string; source: { type: 'base64'; media_type: 'application/pdf'; data: string } }

/** The types of pictures that the API takes. */
export type AnthropicImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'

/** The answer to a call. */
export interface AnthropicToolResult {
  /** The kind of block. */
  type: 'tool_result'
  /** The call that it answers. */
  tool_use_id: string
  /** The result. */
  content: AnthropicBlock[]
  /** There is no result, or it says that the tool failed. */
  is_error?: boolean
}

/** The message with all answers. */
export interface AnthropicMessage {
  /** Results are sent in the name of the user. */
  role: 'user'
  /** The answers, and after them the pictures of failed calls: beside `is_error` the API takes only text. */
  content: (AnthropicToolResult | AnthropicBlock)[]
}

/** What the Messages API needs to use MCP tools. */
export interface AnthropicTools {
  /** For `tools` of a request. */
  definitions: AnthropicTool[]
  /** Makes the calls of a message, all at once, and gives the message to send after it: none if there were no calls. */
  run(message: { content: readonly { type: string }[] }, options?: RunOptions): Promise<AnthropicMessage[]>
}

/** Of pictures, in characters of base64. */
const MAX_IMAGE = 5 * 1024 * 1024

const isAccepted: Accepts = (media) =>
  isPictureOrPdf(media) && (isPdf(media.mimeType) || media.data.length <= MAX_IMAGE)

const isPdf = (mimeType: string): mimeType is 'application/pdf' => mimeType === 'application/pdf'

/** The tools for `anthropic.messages.create()`, and a function that makes the calls of its message. */
export function anthropicTools(tools: ModelTools, options: AnthropicToolsOptions = {}): AnthropicTools {
  const { accepts = isAccepted } = options
  return {
    definitions: tools.list.map(({ name, description, parameters }) => ({
      name,
      description,
      input_schema: parameters,
    })),
    async run(message, runOptions) {
      const calls = message.content.filter((block): block is ToolUse => block.type === 'tool_use')
      const answers = await Promise.all(calls.map((call) => answer(call, runOptions)))
      const content = [...answers.map(({ result }) => result), ...answers.flatMap(({ after }) => after)]
      return content.length > 0 ? [{ role: 'user', content }] : []
    },
  }

  async function answer({ id, name, input }: ToolUse, runOptions?: RunOptions) {
    const { content, isError } = await runCall(tools, name, input, runOptions)
    // The API refuses empty texts.
    const blocks = toParts(content, accepts)
      .map(toBlock)
      .filter((block) => block.type !== 'text' || block.text !== '')
    const after: AnthropicBlock[] = isError ? blocks.filter((block) => block.type !== 'text') : []
    const result: AnthropicToolResult = {
      type: 'tool_result',
      tool_use_id: id,
      content: blocks.filter((block) => !after.includes(block)),
      ...(isError && { is_error: true }),
    }
    return { result, after }
  }
}

interface ToolUse {
  type: 'tool_use'
  id: string
  name: string
  input: unknown
}

function toBlock(part: Part): AnthropicBlock {
  if ('text' in part) return { type: 'text', text: part.text }
  const { mimeType, data, filename } = part
  if (isPdf(mimeType))
    return { type: 'document', title: filename, source: { type: 'base64', media_type: mimeType, data } }
  return { type: 'image', source: { type: 'base64', media_type: mimeType as AnthropicImageType, data } }
}
