/**
 * The `Mcp-*` headers of a request, which repeat its body for gateways, and `Mcp-Param-*`: arguments that a tool definition marks
 * with `x-mcp-header` (basic/transports/streamable-http, server/tools).
 */
import type { Params } from '../../types/jsonrpc.ts'
import type { JsonSchema, ObjectSchema, Tool } from '../../types/tools.ts'
import { InvalidMessageError } from '../errors.ts'
import { MODERN_VERSION } from '../revisions.ts'

/** The parameter that `Mcp-Name` repeats. */
const NAME_PARAM: Record<string, string> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

/** `params` must be those that are sent, since the server compares. `tools` is undefined without `Mcp-Param-*`. */
export function requestHeaders(
  method: string,
  params: Params,
  tools: Pick<ReadonlyMap<string, Tool>, 'get'> | undefined,
): Record<string, string> {
  const name = NAME_PARAM[method] && params[NAME_PARAM[method]]
  const tool = method === 'tools/call' && tools?.get(name as string)
  return {
    'mcp-protocol-version': MODERN_VERSION,
    'mcp-method': encodeHeader(method),
    ...(typeof name === 'string' && { 'mcp-name': encodeHeader(name) }),
    ...(tool && paramHeaders(tool.inputSchema, params.arguments)),
  }
}

/** Marks an argument that is repeated in a header `Mcp-Param-*`. */
const KEYWORD = 'x-mcp-header'

/** JSON Schema keywords whose members are schemas by name. */
const BY_NAME = ['properties', 'patternProperties', 'dependentSchemas', 'dependencies', '$defs', 'definitions']

/** JSON Schema keywords that contain data. All others may contain schemas, unknown ones too. */
const DATA = ['enum', 'const', 'default', 'examples']

interface ParamHeader {
  header: string
  /** The property names that lead to the argument. */
  path: readonly string[]
  /** The type of the argument. */
  type: string
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
      if (typeof value !== 'object' || value === null || DATA.includes(keyword)) continue
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
    headers.push({ header, path, type: type as string })
    return undefined
  }
}

/** The schema without all that has nothing to do with headers, and how many characters it has, roughly. */
export function onlyHeaders(schema: JsonSchema): { schema: ObjectSchema; length: number } {
  const found = findParamHeaders(schema)
  const reduced: ObjectSchema = { type: 'object' }
  let length = 0
  for (const { header, path, type } of found.headers) {
    let inner: JsonSchema = reduced
    for (const name of path) {
      // A property may have any name, such as `__proto__`.
      inner.properties ??= Object.create(null) as Record<string, JsonSchema>
      inner.properties[name] ??= {}
      inner = inner.properties[name]
      length += name.length + 30
    }
    Object.assign(inner, { type, [KEYWORD]: header })
    length += header.length
  }
  // What is wrong with a schema cannot be told from the reduced one.
  searched.set(reduced, found)
  return { schema: reduced, length }
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

/** Printable ASCII without white space at either end, which a header would lose. */
const PLAIN = /^([!-~]([ -~]*[!-~])?)?$/

/** A plain text that looks encoded must be encoded too. */
const ENCODED = /^=\?base64\?.*\?=$/

/** Encodes any text as a header value. */
export function encodeHeader(text: string): string {
  if (PLAIN.test(text) && !ENCODED.test(text)) return text
  // A lone surrogate has no UTF-8 bytes, so the server could not compare the header with the body.
  if (/\p{Cs}/u.test(text)) {
    throw new InvalidMessageError('Expected well-formed text for a header, got a lone surrogate', {
      delivery: 'not-executed',
    })
  }
  let bytes = ''
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte)
  return `=?base64?${btoa(bytes)}?=`
}
