/** Tools without hidden characters in anything that a model reads. Calls use the original names, keys and values. */
import type { ContentBlock } from '../types/content.ts'
import type { ObjectSchema } from '../types/tools.ts'
import { cleanText, cleanWithNote, removalNote } from './clean-text.ts'
import { toText } from './model-content.ts'
import { hashedName } from './tool-name.ts'
import type { ModelTool, ModelTools } from './types.ts'
import { withList } from './with-list.ts'

/** The members of schemas that are written for readers. All other strings stand for keys and values. */
const PROSE = /^(title|description|\$comment)$/

/**
 * The same tools without hidden characters in descriptions, schemas, results and errors. A note says that some were removed.
 * The originals are in `tool.definition` and in the result.
 *
 * @example
 * const tools = await modelTools(client, { clean: cleanTools })
 */
export function cleanTools(tools: ModelTools): ModelTools {
  const change = (list: readonly ModelTool[]) => list.map(toCleanTool)
  return withList(tools, change, ({ toModelError }) => ({
    toModelError: (error, name) => cleanWithNote(toModelError(error, name)),
  }))
}

function toCleanTool(tool: ModelTool): ModelTool {
  const { schema, toOriginals } = cleanSchema(tool.parameters)
  return {
    ...tool,
    description: cleanWithNote(tool.description),
    parameters: schema,
    call: (args, options) => tool.call(args && toOriginals(args), options),
    toModelContent: (result) => cleanContent(tool.toModelContent(result)),
  }
}

function cleanContent(content: readonly ContentBlock[]): ContentBlock[] {
  let removed = 0
  const clean = (text: string) => {
    const cleaned = cleanText(text)
    removed += cleaned.removed
    return cleaned.text
  }
  const blocks = content.map((block) => {
    try {
      return mapStrings(block, clean) as ContentBlock
    } catch {
      return toText(`${block.type}: [nested too deeply to be shown]`)
    }
  })
  return removed > 0 ? [...blocks, toText(removalNote(removed))] : blocks
}

/** Names that change get a hash of the original, so that they stay unique. */
function cleanSchema(original: ObjectSchema): { schema: ObjectSchema; toOriginals(args: object): object } {
  const originals = new Map<string, string>()
  const cleanName = (name: string) => {
    if (cleanText(name).text === name) return name
    const cleaned = hashedName(name)
    originals.set(cleaned, name)
    return cleaned
  }
  const clean = (text: string, key?: string) => {
    if (key !== undefined && PROSE.test(key)) return cleanWithNote(text)
    return key === '$ref' ? text.split('/').map(cleanName).join('/') : cleanName(text)
  }
  let schema: ObjectSchema
  try {
    schema = mapStrings(original, clean, cleanName) as ObjectSchema
  } catch {
    // The server still checks the arguments.
    schema = { type: 'object', properties: {} }
  }
  const toOriginal = (text: string) => originals.get(text) ?? text
  const toOriginals = (args: object) =>
    originals.size > 0 ? (mapStrings(args, toOriginal, toOriginal) as object) : args
  return { schema, toOriginals }
}

type MapString = (text: string, key?: string) => string

/** A copy with other strings and keys. Throws for what is nested absurdly deep. */
function mapStrings(value: unknown, map: MapString, mapKey: MapString = map, key?: string): unknown {
  if (typeof value === 'string') return map(value, key)
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map, mapKey))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  return Object.fromEntries(members.map(([name, member]) => [mapKey(name), mapStrings(member, map, mapKey, name)]))
}
