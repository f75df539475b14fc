/** JSON Schema as far as the command line needs it: types of arguments, and what is wrong with a value. */
import { isObject } from '../../src/core/util/is-object.ts'

export type Schema = Record<string, unknown>

/** References that are followed one after the other. */
const MAX_REFERENCES = 20
const MAX_DEPTH = 30
/** Schemas that are looked at for one value: branches of branches of a hostile schema would be billions. */
const MAX_VISITS = 20_000

/** The schema behind local references. */
export function resolveSchema(schema: Schema, root: Schema): Schema {
  let current = schema
  for (let count = 0; count < MAX_REFERENCES; count++) {
    const { $ref } = current
    if (typeof $ref !== 'string' || !$ref.startsWith('#')) return current
    let target: unknown = root
    for (const part of $ref.split('/').slice(1)) {
      const key = safeDecode(part).replaceAll('~1', '/').replaceAll('~0', '~')
      target =
        (isObject(target) || Array.isArray(target)) && Object.hasOwn(target, key)
          ? (target as Record<string, unknown>)[key]
          : undefined
    }
    if (!isObject(target)) return {}
    current = target
  }
  return {}
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The names of all types that a value may have; none if the schema does not say. */
export function typesOf(schema: Schema, root: Schema, budget: { left: number } = { left: 500 }): string[] {
  if (--budget.left < 0) return []
  const { type, enum: values, const: only } = schema
  if (typeof type === 'string') return [type]
  if (Array.isArray(type)) return type.filter((name) => typeof name === 'string')
  const listed = Array.isArray(values) ? values : only === undefined ? [] : [only]
  if (listed.length > 0) return [...new Set(listed.map(typeName))]
  const parts = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((part) => (Array.isArray(part) ? part : []))
  return [...new Set(parts.filter(isObject).flatMap((part) => typesOf(resolveSchema(part, root), root, budget)))]
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

export interface Problem {
  path: string
  reason: string
}

/**
 * What is wrong with a value, the first few. Patterns are left to the server: they come from it, and could take
 * forever. What this does not know, it accepts.
 */
export function findProblems(value: unknown, schema: Schema): Problem[] {
  const problems: Problem[] = []
  let visits = 0
  visit(value, schema, '', 0, (problem) => problems.length < 5 && problems.push(problem))
  return problems

  function visit(given: unknown, raw: Schema, path: string, depth: number, add: (problem: Problem) => unknown): void {
    if (depth > MAX_DEPTH || ++visits > MAX_VISITS) return
    const part = resolveSchema(raw, schema)
    const say = (reason: string) => add({ path, reason })
    const { type, enum: values, required, properties, items, additionalProperties } = part
    const types = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string')
    if (types.length > 0 && !types.some((name) => fitsType(given, name)))
      return void say(`expected ${types.join(' or ')}, got ${typeName(given)}`)
    if (Array.isArray(values) && !values.some((one) => isSame(one, given)))
      return void say(
        `expected one of ${values
          .slice(0, 12)
          .map((one) => JSON.stringify(one))
          .join(', ')}`,
      )
    if ('const' in part && !isSame(part.const, given)) return void say(`expected ${JSON.stringify(part.const)}`)
    checkLimits(given, part, say)
    for (const branch of ['anyOf', 'oneOf'] as const) {
      const all = part[branch]
      if (
        Array.isArray(all) &&
        all.length > 0 &&
        all.length <= 50 &&
        !all.filter(isObject).some((one) => fits(given, one, depth))
      )
        say('fits none of the forms that the schema allows')
    }
    if (Array.isArray(part.allOf))
      for (const one of part.allOf.filter(isObject)) visit(given, one, path, depth + 1, add)
    if (isObject(given)) {
      const known = isObject(properties) ? properties : {}
      for (const name of Array.isArray(required) ? required : [])
        if (typeof name === 'string' && !Object.hasOwn(given, name))
          add({ path: join(path, name), reason: 'is required' })
      for (const [name, member] of Object.entries(given)) {
        const own = Object.hasOwn(known, name) ? known[name] : undefined
        if (isObject(own)) visit(member, own, join(path, name), depth + 1, add)
        else if (own === undefined && additionalProperties === false && !isObject(part.patternProperties))
          add({ path: join(path, name), reason: 'is not an argument' })
        else if (own === undefined && isObject(additionalProperties))
          visit(member, additionalProperties, join(path, name), depth + 1, add)
      }
    }
    if (Array.isArray(given)) {
      const first: unknown[] = Array.isArray(part.prefixItems) ? part.prefixItems : []
      if (items === false && given.length > first.length) say(`expected at most ${first.length} items`)
      for (const [index, item] of given.entries()) {
        const own = index < first.length ? first[index] : items
        if (isObject(own)) visit(item, own, `${path}[${index}]`, depth + 1, add)
      }
    }
  }

  function fits(given: unknown, branch: Schema, depth: number): boolean {
    let isFine = true
    visit(given, branch, '', depth + 1, () => (isFine = false))
    return isFine
  }
}

function checkLimits(given: unknown, part: Schema, say: (reason: string) => unknown): void {
  const limit = (name: string) => (typeof part[name] === 'number' ? (part[name] as number) : undefined)
  const atLeast = (size: number, name: string, unit: string) =>
    limit(name) !== undefined && size < limit(name)! && say(`expected at least ${limit(name)}${unit}`)
  const atMost = (size: number, name: string, unit: string) =>
    limit(name) !== undefined && size > limit(name)! && say(`expected at most ${limit(name)}${unit}`)
  if (typeof given === 'number') {
    atLeast(given, 'minimum', '')
    atMost(given, 'maximum', '')
    if (limit('exclusiveMinimum') !== undefined && given <= limit('exclusiveMinimum')!)
      say(`expected more than ${limit('exclusiveMinimum')}`)
    if (limit('exclusiveMaximum') !== undefined && given >= limit('exclusiveMaximum')!)
      say(`expected less than ${limit('exclusiveMaximum')}`)
    const step = limit('multipleOf')
    if (step !== undefined && step > 0 && !isMultiple(given, step)) say(`expected a multiple of ${step}`)
  }
  if (typeof given === 'string') {
    atLeast([...given].length, 'minLength', ' characters')
    atMost([...given].length, 'maxLength', ' characters')
  }
  if (Array.isArray(given)) {
    atLeast(given.length, 'minItems', ' items')
    atMost(given.length, 'maxItems', ' items')
    if (part.uniqueItems === true && new Set(given.map((item) => JSON.stringify(item))).size < given.length)
      say('expected items that differ from each other')
  }
}

/** 0.3 counts as a multiple of 0.1, whose quotient is not quite a whole number. */
function isMultiple(given: number, step: number): boolean {
  const quotient = given / step
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient))
}

function fitsType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return isObject(value)
  return typeName(value) === type
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)
