/** Tools for the Chat Completions API of OpenAI, and for the many APIs that are like it. */
import { isPictureOrPdf, type Media, toDataUrl, toParts } from './model-content.ts'
import { type OpenAIFunction, type OpenAIToolsOptions, toFunction } from './openai-functions.ts'
import { type RunOptions, runCall } from './run-call.ts'
import type { ModelTools } from './types.ts'

/** A member of `tools` of a request. */
export interface OpenAIChatFunction {
  /** The kind of tool. */
  type: 'function'
  /** The tool. */
  function: OpenAIFunction
}

/** A part of the message that carries pictures and files. */
export type OpenAIChatPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'file'; file: { filename: string; file_data: string } }

/** The answer to a call or, after all answers, the pictures and files of the results: tool messages take only text. */
export type OpenAIChatMessage =
  | { role: 'tool'; tool_call_id: string; content: string }
  | { role: 'user'; content: OpenAIChatPart[] }

/** What the Chat Completions API needs to use MCP tools. */
export interface OpenAIChatTools {
  /** For `tools` of a request. */
  definitions: OpenAIChatFunction[]
  /**
   * Makes the calls of a completion, all at once, and gives the messages to send after it: none if there were no calls.
   * Pictures and files follow in one message of the user. Calls of custom tools, which are the application's, are left to it.
   */
  run(completion: OpenAIChatCompletion, options?: RunOptions): Promise<OpenAIChatMessage[]>
}

/** The part of a completion that has the calls. */
export interface OpenAIChatCompletion {
  /** The first one is used. */
  choices: readonly { message: { tool_calls?: readonly { id: string; type: string }[] | null | undefined } }[]
}

/** The tools for `openai.chat.completions.create()`, and a function that makes the calls of its completion. */
export function openaiChatTools(tools: ModelTools, options: OpenAIToolsOptions = {}): OpenAIChatTools {
  const { accepts = isPictureOrPdf } = options
  return {
    definitions: tools.list.map((tool) => ({ type: 'function', function: toFunction(tool) })),
    async run({ choices }, runOptions) {
      const calls = (choices[0]?.message.tool_calls ?? []).filter((call): call is ToolCall => call.type === 'function')
      const attached: OpenAIChatPart[] = []
      const answers = await Promise.all(
        calls.map((call) => runCall(tools, call.function.name, call.function.arguments, runOptions)),
      )
      const messages = answers.map(({ content, isError }, index): OpenAIChatMessage => {
        const { id } = calls[index]!
        const texts = toParts(content, accepts, isError).map((part) => {
          if ('text' in part) return part.text
          attached.push({ type: 'text', text: `${part.filename} of ${id}:` }, toChatPart(part))
          return `[${part.filename} follows]`
        })
        return { role: 'tool', tool_call_id: id, content: texts.join('\n') }
      })
      return attached.length > 0 ? [...messages, { role: 'user', content: attached }] : messages
    },
  }
}

interface ToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

function toChatPart(media: Media): OpenAIChatPart {
  if (media.mimeType.startsWith('image/')) return { type: 'image_url', image_url: { url: toDataUrl(media) } }
  return { type: 'file', file: { filename: media.filename, file_data: toDataUrl(media) } }
}
