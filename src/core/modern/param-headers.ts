/** `Mcp-Param-*` headers: arguments that a tool definition marks with `x-mcp-header` (server/tools). */
import type { JsonSchema } from '../../types/tools.ts'
import { InvalidMessageError } from '../errors.ts'
import { encodeHeader } from '../http/encode-header.ts'

const KEYWORD = 'x-mcp-header'

/** JSON Schema keywords whose members are schemas by name. */
const BY_NAME = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']

/** JSON Schema keywords that contain a schema or several. All others contain data. */
const NESTED =
  /^((additional|prefix|unevaluated)?Items|items|contains|\w+Properties|propertyNames|(one|any|all)Of|not|if|then|else)$/

interface ParamHeader {
  header: string
  /** The property names that lead to the argument. */
  path: readonly string[]
}

interface ParamHeaders {
  headers: readonly ParamHeader[]
  /** Why the definition is not valid; then there are no headers. */
  problem?: string
}

/** Results by schema, so that each tool definition is searched once. */
const searched = new WeakMap<JsonSchema, ParamHeaders>()

export function findParamHeaders(schema: JsonSchema): ParamHeaders {
  const result = searched.get(schema) ?? search(schema)
  searched.set(schema, result)
  return result
}

function search(schema: JsonSchema): ParamHeaders {
  /** Headers of one tool. */
  const maxHeaders = 64
  /** Deeper schemas are not searched, so that a hostile one cannot exhaust the stack. */
  const maxDepth = 64
  const headers: ParamHeader[] = []
  const names = new Set<string>()
  const problem = walk(schema, [], 0)
  return problem ? { headers: [], problem } : { headers }

  /** `path` is undefined where property names alone do not lead to the schema. Returns what is wrong, if anything. */
  function walk(schema: unknown, path: readonly string[] | undefined, depth: number): string | undefined {
    if (typeof schema !== 'object' || schema === null || depth > maxDepth) return undefined
    const problem = Object.hasOwn(schema, KEYWORD) && add(schema as JsonSchema, path)
    if (problem) return problem
    for (const [keyword, value] of Object.entries(schema)) {
      const isByName = BY_NAME.includes(keyword)
      if (typeof value !== 'object' || value === null || !(isByName || NESTED.test(keyword))) continue
      const inner = isByName || Array.isArray(value) ? Object.entries(value) : [['', value] as const]
      for (const [name, member] of inner) {
        const problem = walk(member, keyword === 'properties' && path ? [...path, name] : undefined, depth + 1)
        if (problem) return problem
      }
    }
    return undefined
  }

  function add({ [KEYWORD]: header, type }: JsonSchema, path: readonly string[] | undefined): string | undefined {
    if (!path?.length) return `${KEYWORD} where no chain of properties leads`
    // A token of RFC 9110.
    if (typeof header !== 'string' || !/^[!#$%&'*+.^_`|~\w-]+$/.test(header)) return `${KEYWORD} is no header name`
    if (!['string', 'integer', 'boolean'].includes(type as string)) return `${KEYWORD} on a value of another type`
    if (names.size === names.add(header.toLowerCase()).size) return `${KEYWORD} ${header.slice(0, 50)} is there twice`
    if (names.size > maxHeaders) return `more than ${maxHeaders} ${KEYWORD}`
    headers.push({ header, path })
    return undefined
  }
}

/** The headers for these arguments. */
export function paramHeaders(schema: JsonSchema, args: unknown): Record<string, string> {
  const values: Record<string, string> = {}
  const { headers } = findParamHeaders(schema)
  // The arguments as the body has them: serialising may change a value.
  const sent: unknown = headers.length && JSON.parse(JSON.stringify(args ?? null))
  for (const { header, path } of headers) {
    let value = sent
    for (const key of path) {
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined
    }
    if (typeof value === 'number' && !Number.isSafeInteger(value)) {
      const message = `Expected an integer within 2^53 for ${header}, got ${value}`
      throw new InvalidMessageError(message, { delivery: 'not-executed' })
    }
    if (['string', 'number', 'boolean'].includes(typeof value)) {
      values[`mcp-param-${header.toLowerCase()}`] = encodeHeader(`${value}`)
    }
  }
  return values
}
