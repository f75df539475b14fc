/** Arguments that a tool wants repeated in headers (server/tools, `x-mcp-header`). */

import type { JsonSchema } from '../../types/tools.ts'
import { InvalidMessageError } from '../errors.ts'
import { encodeHeader } from '../http/encode-header.ts'

const KEYWORD = 'x-mcp-header'

/** No tool goes deeper; a hostile one must not exhaust the stack. */
const MOST_DEPTH = 64

/** Keywords whose members are schemas by name. */
const BY_NAME = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']

/** Keywords that hold a schema or several. What other keywords hold is data. */
const NESTED =
  /^((additional|prefix|unevaluated)?Items|items|contains|\w+Properties|propertyNames|(one|any|all)Of|not|if|then|else)$/

interface Mirrored {
  header: string
  path: readonly string[]
}

/** No server reads more. */
const MOST_HEADERS = 64

/** Tools are looked at again and again. */
const looked = new WeakMap<JsonSchema, Mirrored[] | string>()

/** The headers of a tool by the paths of their arguments; or why its definition is not valid. */
export function findMirrored(schema: JsonSchema): Mirrored[] | string {
  const known = looked.get(schema) ?? look(schema)
  looked.set(schema, known)
  return known
}

function look(schema: JsonSchema): Mirrored[] | string {
  const found: Mirrored[] = []
  const names = new Set<string>()
  const problem = walk(schema, [], 0)
  return problem ?? found

  /** `path` is undefined where no chain of properties leads. */
  function walk(schema: unknown, path: readonly string[] | undefined, depth: number): string | undefined {
    if (typeof schema !== 'object' || schema === null || depth > MOST_DEPTH) return undefined
    const problem = Object.hasOwn(schema, KEYWORD) && take(schema as JsonSchema, path)
    if (problem) return problem
    for (const [keyword, value] of Object.entries(schema)) {
      const named = BY_NAME.includes(keyword)
      if (typeof value !== 'object' || value === null || !(named || NESTED.test(keyword))) continue
      const inner = named || Array.isArray(value) ? Object.entries(value) : [['', value] as const]
      for (const [name, member] of inner) {
        const problem = walk(member, keyword === 'properties' && path ? [...path, name] : undefined, depth + 1)
        if (problem) return problem
      }
    }
    return undefined
  }

  function take({ [KEYWORD]: header, type }: JsonSchema, path: readonly string[] | undefined): string | undefined {
    if (!path?.length) return `${KEYWORD} where no chain of properties leads`
    // A token of RFC 9110.
    if (typeof header !== 'string' || !/^[!#$%&'*+.^_`|~\w-]+$/.test(header)) return `${KEYWORD} is no header name`
    if (!['string', 'integer', 'boolean'].includes(type as string)) return `${KEYWORD} on a value of another type`
    if (names.size === names.add(header.toLowerCase()).size) return `${KEYWORD} ${header.slice(0, 50)} is there twice`
    if (names.size > MOST_HEADERS) return `more than ${MOST_HEADERS} ${KEYWORD}`
    found.push({ header, path })
    return undefined
  }
}

/** Derived from the very arguments that are sent. */
export function paramHeaders(schema: JsonSchema, args: unknown): Record<string, string> {
  const headers: Record<string, string> = {}
  const mirrored = findMirrored(schema)
  // The tool cannot be called; the server will say so.
  if (typeof mirrored === 'string') return headers
  // As they will be in the body, which need not be what they are here.
  const sent: unknown = mirrored.length && JSON.parse(JSON.stringify(args ?? null))
  for (const { header, path } of mirrored) {
    let value = sent
    for (const key of path) {
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined
    }
    if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      const message = `Expected an integer within 2^53 for ${header}, got ${value}`
      throw new InvalidMessageError(message, { delivery: 'not-executed' })
    }
    if (['string', 'number', 'boolean'].includes(typeof value)) {
      headers[`mcp-param-${header.toLowerCase()}`] = encodeHeader(`${value}`)
    }
  }
  return headers
}
