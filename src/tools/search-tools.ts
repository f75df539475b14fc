/** Few definitions for a model instead of many: it searches for tools, and calls what it found. */
import type { ContentBlock } from '../types/content.ts'
import type { CallToolResult, ObjectSchema } from '../types/tools.ts'
import { ToolError } from './errors.ts'
import { toModelContent, toText } from './model-content.ts'
import { parseArguments } from './run-call.ts'
import { hashedName } from './tool-name.ts'
import type { ModelTool, ModelTools } from './types.ts'

/** The options of `searchTools()`. */
export interface SearchToolsOptions {
  /** Characters that all definitions may have together before they are searched for. @default 8000 */
  budget?: number | undefined
  /** Tools that are always there, by the names that models use. @default none */
  keep?: readonly string[] | undefined
  /** Writes a tool for a model, such as a short TypeScript signature. @default its description and its schema as JSON */
  signature?: ((tool: ModelTool) => string) | undefined
  /**
   * How tools are called that were found: by another tool, `call_tool`, so that definitions never change, or by themselves,
   * after they were appended to `list`, for applications that send `list` anew with each request. @default 'call_tool'
   */
  load?: 'call_tool' | 'list' | undefined
  /** Tools that a search finds at most. @default 8 */
  limit?: number | undefined
}

/** Characters of the names in the description of the search. */
const MAX_NAMES = 2_000

/** Characters of what a search finds. The first tool is always there. */
const MAX_FOUND = 8_000

const text = (description: string) => ({ type: 'string' as const, description })

/**
 * The same tools behind a search, unless all of their definitions fit the budget. What is found depends on the tools and the
 * words alone, and definitions are only ever appended, so that prompt caches stay valid.
 *
 * @example
 * const tools = searchTools(await modelTools(client), { budget: 8_000, keep: ['search_docs'] })
 */
export function searchTools(tools: ModelTools, options: SearchToolsOptions = {}): ModelTools {
  const loaded = new Set<string>()
  const owners = new WeakMap<object, ModelTool>()
  return search(tools, options, loaded, owners)
}

function search(
  tools: ModelTools,
  options: SearchToolsOptions,
  loaded: Set<string>,
  owners: WeakMap<object, ModelTool>,
): ModelTools {
  const { budget = 8_000, keep = [], signature = describe, load = 'call_tool', limit = 8 } = options
  const sizes = tools.list.map((tool) => tool.name.length + describe(tool).length)
  if (sizes.reduce((sum, size) => sum + size, 0) <= budget) return tools
  const isKept = ({ name, pinned }: ModelTool) => pinned || keep.includes(name)
  const hidden = tools.list.filter((tool) => !isKept(tool))
  const words = new Map(hidden.map((tool) => [tool, wordsOf(tool)]))
  const counts = new Map<string, number>()
  for (const own of words.values()) for (const word of own.keys()) counts.set(word, (counts.get(word) ?? 0) + 1)
  const names = hidden.map(({ name }) => name).join(', ')
  const finder = createTool(
    tools,
    'search_tools',
    `Finds tools by words, and shows how to call them. There are ${hidden.length}: ${cut(names, MAX_NAMES)}`,
    { type: 'object', properties: { query: text('Words of what the tool does, or its name') }, required: ['query'] },
    async ({ query }) => {
      const found = find(`${query}`)
      if (load === 'list') for (const { name } of found) loaded.add(name)
      return { content: [toText(show(found))] }
    },
  )
  const caller = createTool(
    tools,
    'call_tool',
    'Calls a tool that search_tools has found.',
    {
      type: 'object',
      properties: {
        name: text('The name of the tool'),
        arguments: { type: 'object', description: 'As its schema says' },
      },
      required: ['name', 'arguments'],
    },
    async ({ name, arguments: args }, callOptions) => {
      const tool = tools.find(`${name}`)
      if (!tool) throw new ToolError('not-found', `${name}`)
      try {
        const result = await tool.call(parseArguments(args, tool.name), callOptions)
        owners.set(result, tool)
        return result
      } catch (error) {
        if (typeof error === 'object' && error !== null) owners.set(error, tool)
        throw error
      }
    },
    (result) => (owners.get(result) ?? tools.list[0]!).toModelContent(result),
  )
  const first = [finder, ...(load === 'call_tool' ? [caller] : []), ...tools.list.filter(isKept)]
  return {
    ...tools,
    get list() {
      return [...first, ...[...loaded].flatMap((name) => tools.find(name) ?? [])]
    },
    find: (name) => first.find((tool) => tool.name === name) ?? tools.find(name),
    refresh: async () => search(await tools.refresh(), options, loaded, owners),
    toModelError: (error, name) => tools.toModelError(error, owners.get(Object(error))?.name ?? name),
  }

  /** The best first; of the same rank, in the order of the list. */
  function find(query: string): ModelTool[] {
    const wanted = new Set(split(query.slice(0, 500)))
    const ranked = hidden.map((tool) => {
      const own = words.get(tool)!
      let rank = tool.name === query.trim() ? 100 : 0
      for (const word of wanted) {
        for (const [other, weight] of own) {
          // What many tools have in common says little.
          const worth = weight / Math.sqrt(counts.get(other)!)
          if (other === word) rank += 2 * worth
          else if (word.length > 2 && other.startsWith(word)) rank += worth
        }
      }
      return { tool, rank }
    })
    const found = ranked.filter(({ rank }) => rank > 0).sort((a, b) => b.rank - a.rank)
    return found.slice(0, limit).map(({ tool }) => tool)
  }

  function show(found: readonly ModelTool[]): string {
    const [first, ...others] = found.map((tool) => `${tool.name}\n${signature(tool)}`)
    if (first === undefined) return 'No tool was found. Try other words, or the name of a tool.'
    const shown = [cut(first, MAX_FOUND)]
    for (const other of others) if (shown.join('').length + other.length <= MAX_FOUND) shown.push(other)
    const advice = load === 'list' ? 'They can be called now.' : `Call them with ${caller.name}.`
    return `${shown.join('\n\n')}\n\n${advice}`
  }
}

const describe = ({ description, parameters }: ModelTool) => `${description}\n${JSON.stringify(parameters)}`

const cut = (value: string, length: number) => (value.length <= length ? value : `${value.slice(0, length)}…`)

/** Words of `camelCase`, `snake_case` and sentences. */
function split(value: string): string[] {
  const separated = value.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return separated.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** What a tool can be found by: its name counts most. */
function wordsOf({ name, description, parameters }: ModelTool): Map<string, number> {
  const words = new Map<string, number>()
  const add = (value: string, weight: number) => {
    for (const word of split(value)) words.set(word, Math.max(weight, words.get(word) ?? 0))
  }
  add(name, 5)
  add(description.slice(0, 2_000), 2)
  add(
    Object.keys(parameters.properties ?? {})
      .slice(0, 50)
      .join(' '),
    1,
  )
  return words
}

type Call = ModelTool['call']

function createTool(
  tools: ModelTools,
  ownName: string,
  description: string,
  parameters: ObjectSchema,
  run: (args: Record<string, unknown>, options: Parameters<Call>[1]) => Promise<CallToolResult>,
  toContent: (result: CallToolResult) => ContentBlock[] = toModelContent,
): ModelTool {
  const name = tools.find(ownName) ? hashedName(ownName, 1) : ownName
  const readOnlyHint = ownName === 'search_tools'
  const annotations = { readOnlyHint, destructiveHint: !readOnlyHint }
  return {
    name,
    description,
    parameters,
    annotations,
    definition: { name, description, inputSchema: parameters, annotations },
    async call(args = {}, options) {
      options?.signal?.throwIfAborted()
      return run(args as Record<string, unknown>, options)
    },
    toModelContent: toContent,
  }
}
