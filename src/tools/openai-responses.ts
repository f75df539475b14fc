/** Tools for the Responses API of OpenAI. */
import { asText, isPictureOrPdf, type Part, toDataUrl, toParts } from './model-content.ts'
import { type OpenAIFunction, type OpenAIToolsOptions, toFunction } from './openai-functions.ts'
import { type RunOptions, runCall } from './run-call.ts'
import type { ModelTools } from './types.ts'

/** A member of `tools` of a request. */
export interface OpenAIResponsesFunction extends OpenAIFunction {
  /** The kind of tool. */
  type: 'function'
}

/** A part of the output of a call. */
export type OpenAIResponsesPart =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' }
  | { type: 'input_file'; filename: string; file_data: string }

/** The answer to a call: a member of `input` of the next request. */
export interface OpenAIResponsesOutput {
  /** The kind of item. */
  type: 'function_call_output'
  /** The call that it answers. */
  call_id: string
  /** A text, or parts if there are pictures or files. */
  output: string | OpenAIResponsesPart[]
}

/** What the Responses API needs to use MCP tools. */
export interface OpenAIResponsesTools {
  /** For `tools` of a request. */
  definitions: OpenAIResponsesFunction[]
  /** Makes the calls of a response, all at once, and gives their outputs for `input`: none if there were no calls. */
  run(response: { output: readonly { type: string }[] }, options?: RunOptions): Promise<OpenAIResponsesOutput[]>
}

/** The tools for `openai.responses.create()`, and a function that makes the calls of its response. */
export function openaiResponsesTools(tools: ModelTools, options: OpenAIToolsOptions = {}): OpenAIResponsesTools {
  const { accepts = isPictureOrPdf } = options
  return {
    definitions: tools.list.map((tool) => ({ type: 'function', ...toFunction(tool) })),
    run({ output }, runOptions) {
      const calls = output.filter((item): item is FunctionCall => item.type === 'function_call')
      return Promise.all(calls.map((call) => answer(call, runOptions)))
    },
  }

  async function answer({ call_id, name, arguments: args }: FunctionCall, runOptions?: RunOptions) {
    const { content, isError } = await runCall(tools, name, args, runOptions)
    const parts = toParts(content, accepts, isError)
    const output = asText(parts) ?? parts.map(toResponsesPart)
    return { type: 'function_call_output', call_id, output } as const
  }
}

interface FunctionCall {
  type: 'function_call'
  call_id: string
  name: string
  arguments: string
}

function toResponsesPart(part: Part): OpenAIResponsesPart {
  if ('text' in part) return { type: 'input_text', text: part.text }
  if (part.mimeType.startsWith('image/')) return { type: 'input_image', image_url: toDataUrl(part), detail: 'auto' }
  return { type: 'input_file', filename: part.filename, file_data: toDataUrl(part) }
}
