/** A tool on one line, for a model that looks for one. */
import type { Tool } from '../types/tools.ts'
import { schemaType } from './schema-type.ts'
import { asObject } from './server-types.ts'
import { toKey } from './text.ts'

/** Longer signatures are cut. */
const MAX_LENGTH = 1_000

/**
 * The arguments and the result of a tool on one line, much shorter than its schemas.
 *
 * @example
 * signature(tool) // → search({ query: string; limit?: number }): { hits: string[] }
 */
export function signature(tool: Pick<Tool, 'name' | 'inputSchema' | 'outputSchema'>): string {
  const { name, inputSchema, outputSchema } = tool
  const input = schemaType(asObject(inputSchema), false)
  const output = outputSchema ? `: ${schemaType(outputSchema, false)}` : ''
  // Names of MCP may contain dots and slashes.
  const callee = /^[\w./-]+$/.test(name) ? name : toKey(name)
  const text = `${callee}(${/^\{ \[key: string\]: (unknown|never) \}$/.test(input) ? '' : input})${output}`
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
