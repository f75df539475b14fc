/** Checks a result against the output schema of its tool, and says what is wrong in words. A chunk of its own. */
import { type OutputUnit, type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema'
import { isObject } from '../../../src/core/util/is-object.ts'
import { toJson } from '../ui/json.ts'
import type { SchemaMismatch } from './outcome.ts'

/** Keywords that only lead to other ones: the problem is where those point. */
const APPLICATORS =
  /^(properties|patternProperties|additionalProperties|items|prefixItems|additionalItems|allOf|\$ref|\$dynamicRef|\$recursiveRef|if|then|else|dependentSchemas|unevaluatedProperties|unevaluatedItems|propertyNames)$/

/** Of alternatives, that none fits is the problem, not why each of them does not. */
const INSIDE_ALTERNATIVE = /\/(anyOf|oneOf|not|contains)\/./

/** Undefined when the value fits. Throws for a schema that cannot be used. */
export function findMismatch(schema: object, value: unknown): SchemaMismatch | undefined {
  if (value === undefined) return { path: '', reason: 'is missing, although the tool has an output schema', more: 0 }
  const { valid, errors } = new Validator(schema as Schema, draftOf(schema), false).validate(value)
  if (valid) return undefined
  const leaves = errors.filter(
    ({ keyword, keywordLocation }) => !APPLICATORS.test(keyword) && !INSIDE_ALTERNATIVE.test(keywordLocation),
  )
  const problems = leaves.length > 0 ? leaves : errors.slice(-1)
  const [first] = problems
  if (!first) return { path: '', reason: 'does not fit the output schema', more: 0 }
  const path = first.instanceLocation
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
  const reason = explain(first, limitAt(schema, first), valueAt(value, path))
  return { path: writePath(path), reason, more: problems.length - 1 }
}

/** Without `$schema`, MCP means 2020-12. */
export function draftOf(schema: object): SchemaDraft {
  const { $schema } = schema as { $schema?: unknown }
  const [, draft] = /draft-0?(4|6|7)/.exec(String($schema)) ?? []
  if (draft === '4') return '4'
  if (draft) return '7'
  return String($schema).includes('2019-09') ? '2019-09' : '2020-12'
}

/** As it is written in code: `items[0].price`. */
function writePath(path: readonly string[]): string {
  return path
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : /^[A-Za-z_$][\w$]*$/.test(part) ? `.${part}` : `["${part}"]`))
    .join('')
    .replace(/^\./, '')
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value
  for (const part of path) found = (found as Record<string, unknown> | undefined)?.[part]
  return found
}

/** What the schema asks for at the keyword of an error; undefined where references lead elsewhere. */
function limitAt(schema: object, { keywordLocation }: OutputUnit): unknown {
  let found: unknown = schema
  for (const part of keywordLocation.split('/').slice(1)) {
    if (!isObject(found) && !Array.isArray(found)) return undefined
    const { $ref } = found as { $ref?: unknown }
    if (part === '$ref' && typeof $ref === 'string' && $ref.startsWith('#')) {
      found = valueAt(schema, $ref.split('/').slice(1).map(decodeURIComponent))
      continue
    }
    found = (found as Record<string, unknown>)[decodeURIComponent(part)]
  }
  return found
}

function explain({ keyword, error }: OutputUnit, limit: unknown, value: unknown): string {
  const shown = short(value)
  const known = limit !== undefined
  switch (keyword) {
    case 'type': {
      const types = known ? [limit].flat().join(' or ') : (/Expected "(.*?)"/.exec(error)?.[1] ?? 'another type')
      return `must be ${withArticle(types)}, but is ${withArticle(typeOf(value))} (${shown})`
    }
    case 'required': {
      const [, name] = /property "(.*)"/.exec(error) ?? []
      return name === undefined ? 'lacks a required property' : `lacks the required property "${name}"`
    }
    case 'enum':
      return known ? `must be one of ${short(limit)}, but is ${shown}` : `is not an allowed value (${shown})`
    case 'const':
      return known ? `must be ${short(limit)}, but is ${shown}` : `is not the expected value (${shown})`
    case 'minimum':
      return `must be at least ${limit}, but is ${shown}`
    case 'maximum':
      return `must be at most ${limit}, but is ${shown}`
    case 'exclusiveMinimum':
      return `must be more than ${limit}, but is ${shown}`
    case 'exclusiveMaximum':
      return `must be less than ${limit}, but is ${shown}`
    case 'multipleOf':
      return `must be a multiple of ${limit}, but is ${shown}`
    case 'pattern':
      return `must match ${limit}, but is ${shown}`
    case 'format':
      return `must be a valid ${limit}, but is ${shown}`
    case 'minLength':
    case 'maxLength':
      return `must have at ${keyword === 'minLength' ? 'least' : 'most'} ${limit} characters, but has ${String(value).length}`
    case 'minItems':
    case 'maxItems':
      return `must have at ${keyword === 'minItems' ? 'least' : 'most'} ${limit} items, but has ${(value as unknown[] | undefined)?.length}`
    case 'uniqueItems':
      return 'must not contain an item twice'
    case 'false':
      return 'is not allowed by the schema'
    case 'anyOf':
    case 'oneOf':
      return 'fits none of the alternatives of the schema, or too many'
    default:
      return `violates "${keyword}" of the schema`
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return value === undefined ? 'missing value' : typeof value
}

const withArticle = (type: string) =>
  type === 'null' ? type : `${/^(array|object|integer)/.test(type) ? 'an' : 'a'} ${type}`

function short(value: unknown): string {
  const json = toJson(value, 0)
  return json.length > 80 ? `${json.slice(0, 80)}…` : json
}
