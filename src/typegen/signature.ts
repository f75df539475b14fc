/** A tool on one line, for a model that looks for one. */
import { schemaType } from './schema-type.ts'
import { asObject } from './server-types.ts'
import { toKey } from './text.ts'

/** Longer signatures are cut. */
const MAX_LENGTH = 1_000

/** A tool of a server, or one for models, which has another name and `parameters`. */
export interface SignedTool {
  /** How it is called. */
  readonly name: string
  /** The schema of its arguments. */
  readonly inputSchema?: object | undefined
  /** The schema of its arguments, as a model knows it. */
  readonly parameters?: object | undefined
  /** The schema of its result. */
  readonly outputSchema?: object | undefined
  /** As the server lists it. */
  readonly definition?: { readonly outputSchema?: object | undefined } | undefined
}

/**
 * The arguments and the result of a tool on one line, much shorter than its schemas.
 *
 * @example
 * signature(tool) // → search({ query: string; limit?: number }): { hits: string[] }
 */
export function signature(tool: SignedTool): string {
  const { name, parameters = {}, inputSchema = parameters, definition, outputSchema = definition?.outputSchema } = tool
  const input = schemaType(asObject(inputSchema), false)
  const output = outputSchema ? `: ${schemaType(outputSchema, false)}` : ''
  // Names of MCP may contain dots and slashes.
  const callee = /^[\w./-]+$/.test(name) ? name : toKey(name)
  const text = `${callee}(${/^\{ \[key: string\]: (unknown|never) \}$/.test(input) ? '' : input})${output}`
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
