/** Definitions that a provider keeps out of the context until its own search finds them. */
import type { AnthropicTool } from './anthropic.ts'
import type { OpenAIResponsesFunction } from './openai-responses.ts'

/** The search of Anthropic. */
export interface AnthropicToolSearch {
  /** The version. */
  type: 'tool_search_tool_bm25_20251119'
  /** As the model calls it. */
  name: 'tool_search_tool_bm25'
}

/** A definition that is deferred. */
export type Deferred<Definition> = Definition & { defer_loading?: boolean }

/** Which definitions are always in the context, by name. */
export interface DeferOptions {
  /** Their names. @default none */
  keep?: readonly string[] | undefined
}

/**
 * For `tools` of the Messages API: Claude searches for all definitions but those to keep.
 *
 * @example
 * const { definitions } = anthropicTools(await modelTools(client))
 * const tools = deferAnthropicTools(definitions, { keep: ['search_docs'] })
 */
export function deferAnthropicTools(
  definitions: readonly AnthropicTool[],
  options: DeferOptions = {},
): (Deferred<AnthropicTool> | AnthropicToolSearch)[] {
  return [{ type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' }, ...defer(definitions, options)]
}

/**
 * For `tools` of the Responses API: models with tool search load definitions when they need them.
 *
 * @example
 * const { definitions } = openaiResponsesTools(await modelTools(client))
 * const tools = deferOpenAITools(definitions)
 */
export function deferOpenAITools(
  definitions: readonly OpenAIResponsesFunction[],
  options: DeferOptions = {},
): (Deferred<OpenAIResponsesFunction> | { type: 'tool_search' })[] {
  return [...defer(definitions, options), { type: 'tool_search' }]
}

function defer<Definition extends { name: string }>(
  definitions: readonly Definition[],
  { keep = [] }: DeferOptions,
): Deferred<Definition>[] {
  return definitions.map((definition) =>
    keep.includes(definition.name) ? definition : { ...definition, defer_loading: true },
  )
}
