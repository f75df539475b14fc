/** What a tool promises, as a few characters: they differ when its words, its schemas or its hints do. */
import { sha256 } from '../core/util/sha256.ts'
import type { Tool } from '../types/tools.ts'
import { toText } from './text.ts'

/**
 * The digest of a tool: of its name, title, description, schemas and annotations. The order of members does not matter,
 * and neither do icons and `_meta`. Empty for a tool that is nested too deep to tell.
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

/** The members of an object as pairs: as an object, numbers would come first, and `__proto__` would get lost. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const members = value as Record<string, unknown>
  return {
    '': Object.keys(members)
      .sort()
      .map((name) => [name, members[name]]),
  }
}
