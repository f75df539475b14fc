/** Whether a value is a valid JSON Schema: the types of its keywords, its references and its patterns. */
import { isObject } from '../../src/core/util/is-object.ts'

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

/** Drafts that validators in use know. */
const DIALECTS = /^https?:\/\/json-schema\.org\/(draft\/20(19-09|20-12)|draft-0[467])\/schema#?$/

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const ONE = [
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]
const MANY = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const NAMED = ['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties']

const COUNTS = ['maxItems', 'maxLength', 'maxProperties', 'minItems', 'minLength', 'minProperties']
const NUMBERS = ['maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum', 'multipleOf']

const MAX_DEPTH = 100
const MAX_PROBLEMS = 5

/** Up to five problems, each with the place where it is. */
export function schemaProblems(schema: unknown): string[] {
  const problems: string[] = []
  const report = (path: string, text: string) => {
    if (problems.length < MAX_PROBLEMS) problems.push(`${path === '' ? 'the schema' : path} ${text}`)
  }
  if (!isObject(schema)) return ['the schema is not an object']
  const { $schema } = schema
  if ($schema !== undefined && (typeof $schema !== 'string' || !DIALECTS.test($schema))) {
    report('$schema', 'names no known draft')
  }
  visit(schema, '', 0)
  return problems

  function visit(value: unknown, path: string, depth: number): void {
    if (typeof value === 'boolean') return
    if (!isObject(value) || depth > MAX_DEPTH) {
      report(path, isObject(value) ? 'is nested too deeply' : 'is neither an object nor a boolean')
      return
    }
    checkKeywords(value, path)
    const at = (keyword: string) => (path === '' ? keyword : `${path}.${keyword}`)
    for (const keyword of ONE) if (value[keyword] !== undefined) visit(value[keyword], at(keyword), depth + 1)
    for (const keyword of MANY) {
      const list = value[keyword]
      if (list === undefined) continue
      if (!Array.isArray(list) || list.length === 0) report(at(keyword), 'is not a list of schemas')
      else for (const [index, item] of list.entries()) visit(item, `${at(keyword)}[${index}]`, depth + 1)
    }
    for (const keyword of NAMED) {
      const members = value[keyword]
      if (members === undefined) continue
      if (!isObject(members)) report(at(keyword), 'is not an object')
      else for (const [name, member] of Object.entries(members)) visit(member, `${at(keyword)}.${name}`, depth + 1)
    }
    // A list of schemas until 2019-09, one schema since.
    const { items } = value
    for (const item of Array.isArray(items) ? items : [items])
      if (item !== undefined) visit(item, at('items'), depth + 1)
  }

  function checkKeywords(value: Record<string, unknown>, path: string): void {
    const at = (keyword: string) => (path === '' ? keyword : `${path}.${keyword}`)
    const { type, required, enum: values, pattern, $ref } = value
    const types = Array.isArray(type) ? type : [type]
    if (type !== undefined && (types.length === 0 || !types.every((name) => TYPES.includes(name as string)))) {
      report(at('type'), `is ${JSON.stringify(type)}, which is no type`)
    }
    if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === 'string'))) {
      report(at('required'), 'is not a list of names')
    }
    if (values !== undefined && !Array.isArray(values)) report(at('enum'), 'is not a list')
    if (pattern !== undefined && !isPattern(pattern)) report(at('pattern'), 'is not a regular expression')
    for (const keyword of COUNTS) {
      const count = value[keyword]
      if (count !== undefined && !(Number.isInteger(count) && (count as number) >= 0))
        report(at(keyword), 'is not a count')
    }
    for (const keyword of NUMBERS) {
      // Booleans in draft 4.
      if (value[keyword] !== undefined && !['number', 'boolean'].includes(typeof value[keyword])) {
        report(at(keyword), 'is not a number')
      }
    }
    if ($ref !== undefined && !isResolved($ref)) report(at('$ref'), `leads nowhere: ${JSON.stringify($ref)}`)
  }

  /** References by name (`$anchor`, `$id`) and to other documents are not followed. */
  function isResolved(reference: unknown): boolean {
    if (typeof reference !== 'string') return false
    if (reference !== '#' && !reference.startsWith('#/')) return true
    let target: unknown = schema
    for (const part of reference.split('/').slice(1)) {
      const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
      target = isObject(target) || Array.isArray(target) ? (target as Record<string, unknown>)[key] : undefined
    }
    return target !== undefined
  }
}

function isPattern(pattern: unknown): boolean {
  if (typeof pattern !== 'string') return false
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    // Escapes that only the Unicode mode refuses are common, and validators accept them.
    try {
      new RegExp(pattern)
      return true
    } catch {
      return false
    }
  }
}
