/** Runs one call that a model asked for: the answer is a result or, unless the call was aborted, a text about the failure. */
import { isObject } from '../core/util/is-object.ts'
import type { ContentBlock } from '../types/content.ts'
import type { CallToolResult } from '../types/tools.ts'
import { ToolError } from './errors.ts'
import { toText } from './model-content.ts'
import type { ModelCallOptions, ModelTools } from './types.ts'

/** The options of `run()`. */
export interface RunOptions extends ModelCallOptions {
  /** Answers calls of functions that are no MCP tools, such as the application's own. @default tells the model that there is no such tool */
  onUnknownTool?: ((name: string, args: unknown) => string | Promise<string>) | undefined
}

export interface Answer {
  content: readonly ContentBlock[]
  isError: boolean
  /** Undefined if there is none. */
  result?: CallToolResult
}

/** `args` are an object, or JSON as models write it. */
export async function runCall(
  tools: ModelTools,
  name: string,
  args: unknown,
  options: RunOptions = {},
): Promise<Answer> {
  const { signal, onUnknownTool } = options
  try {
    const tool = tools.find(name)
    const input = parseArguments(args, name)
    if (tool) {
      const result = await tool.call(input, options)
      return { content: tool.toModelContent(result), isError: result.isError === true, result }
    }
    if (!onUnknownTool) throw new ToolError('not-found', name)
    return { content: [toText(await onUnknownTool(name, input))], isError: false }
  } catch (error) {
    if (signal?.aborted) throw error
    return { content: [toText(tools.toModelError(error, name))], isError: true }
  }
}

/** Some models write JSON, also within JSON, and nothing for a tool without parameters. */
export function parseArguments(args: unknown, name: string): object {
  try {
    const value = typeof args === 'string' ? JSON.parse(args || '{}') : (args ?? {})
    if (isObject(value)) return value
  } catch {
    // Told below, as for all that is not an object.
  }
  throw new ToolError('arguments', name, undefined, 'The arguments are not a JSON object')
}
