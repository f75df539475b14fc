/** What a tool promises, as a few characters: they differ when its words, its schemas or its hints do. */
import { isObject } from '../core/util/is-object.ts'
import { sha256 } from '../core/util/sha256.ts'
import type { Tool } from '../types/tools.ts'
import { toText } from './text.ts'

/**
 * The digest of a tool: of its name, title, description, schemas and annotations. The order of members, of
 * `required` and of `enum` does not matter, and neither do icons and `_meta`. Empty for a tool that is nested too deep to tell.
 */
export async function toolDigest(tool: Tool): Promise<string> {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool
  const text = toText([name, title, description, inputSchema, outputSchema, annotations], inOrder)
  // 128 bits: nobody finds another tool with the digest of a given one.
  return text ? (await sha256(new TextEncoder().encode(text))).slice(0, 32) : ''
}

/** The digests of tools by name. */
export async function toolDigests(tools: readonly Tool[]): Promise<Record<string, string>> {
  return Object.fromEntries(await Promise.all(tools.map(async (tool) => [tool.name, await toolDigest(tool)])))
}

/** As JSON, with the members of objects in order, and lists whose order means nothing as well. */
function inOrder(value: unknown, name?: string): string {
  if (Array.isArray(value)) {
    const items = value.map((item) => inOrder(item))
    return `[${/^(required|enum)$/.test(name!) ? items.sort() : items}]`
  }
  if (!isObject(value)) return `${JSON.stringify(value)}`
  const members = Object.keys(value).sort()
  return `{${members.map((member) => JSON.stringify(member) + inOrder(value[member], member))}}`
}
