/** One schema as a form sees it: references followed, `allOf` merged, and `null` taken out of the alternatives. */
import { isObject } from '../../../src/core/util/is-object.ts'
import { followReferences, type Schema } from './reference.ts'

export type { Schema } from './reference.ts'

export interface Shape {
  schema: Schema
  /** `null` is allowed besides what the schema says. */
  nullable: boolean
  /** Why it cannot be read as a schema; its value is edited as JSON then. */
  problem?: string
}

/** Deeper nesting of `allOf` and of alternatives with one entry is assumed to be a cycle. */
const MAX_NESTING = 10

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']

export function shapeOf(value: unknown, root: Schema, nesting = 0): Shape {
  if (value === true || value === undefined) return { schema: {}, nullable: false }
  if (!isObject(value)) return malformed(value === false ? 'it allows no value' : 'it is neither an object nor true')
  const found = followReferences(value, root)
  if (!found) return malformed('its $ref leads nowhere', value)
  if (nesting > MAX_NESTING) return malformed('it contains itself', value)
  const problem = findProblem(found)
  if (problem) return malformed(problem, found)
  return takeOutNull(mergeAllOf(found, root, nesting), root, nesting)
}

function malformed(problem: string, { title, description }: Schema = {}): Shape {
  return {
    schema: { ...(title !== undefined && { title }), ...(description !== undefined && { description }) },
    nullable: false,
    problem,
  }
}

function findProblem({ type, properties }: Schema): string | undefined {
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type]
  const unknown = types.find((name) => !TYPES.includes(name as string))
  if (unknown !== undefined) return `its type is ${(JSON.stringify(unknown) ?? 'unknown').slice(0, 60)}`
  return properties === undefined || isObject(properties) ? undefined : 'its properties are not an object'
}

function mergeAllOf(schema: Schema, root: Schema, nesting: number): Schema {
  const { allOf, ...rest } = schema
  if (!Array.isArray(allOf)) return schema
  const parts = allOf.map((part) => shapeOf(part, root, nesting + 1).schema)
  return parts.reduceRight((merged, part) => mergeSchemas(part, merged), rest)
}

/** Where conditions are kept that cannot be members of one schema together. */
export const CONDITIONS = 'x-conditions'

const conditional = ['if', 'then', 'else', 'dependentRequired', 'dependentSchemas', 'dependencies', 'not']

/** The conditions of a schema, each a schema of nothing else. */
export function conditionsOf(schema: Schema): Schema[] {
  const own = Object.entries(schema).filter(([keyword]) => conditional.includes(keyword))
  const kept = schema[CONDITIONS]
  return [...(own.length > 0 ? [Object.fromEntries(own)] : []), ...(Array.isArray(kept) ? kept.filter(isObject) : [])]
}

export function withoutConditions(schema: Schema): Schema {
  const isKept = (keyword: string) => keyword !== CONDITIONS && !conditional.includes(keyword)
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => isKept(keyword)))
}

/** Both schemas at once: the properties, required names and conditions of both, else the members of the second. */
export function mergeSchemas(one: Schema, other: Schema): Schema {
  const conditions = [...conditionsOf(one), ...conditionsOf(other)]
  const merged = withoutConditions({ ...one, ...other })
  if (isObject(one.properties) && isObject(other.properties)) {
    const { properties, forbidden } = mergeProperties(one.properties, other.properties)
    merged.properties = properties
    conditions.push(...forbidden.map((name) => ({ not: { required: [name] } })))
  }
  if (Array.isArray(one.required) && Array.isArray(other.required))
    merged.required = [...new Set([...one.required, ...other.required])]
  if (Array.isArray(one.enum) && Array.isArray(other.enum)) {
    const others = new Set(other.enum.map((value) => JSON.stringify(value)))
    merged.enum = one.enum.filter((value) => others.has(JSON.stringify(value)))
  }
  if (conditions.length > 0) merged[CONDITIONS] = conditions
  return merged
}

/** A property of both has to fit both; one that is `false` in either may not be there. */
function mergeProperties(one: Schema, other: Schema): { properties: Schema; forbidden: string[] } {
  const properties: Schema = { ...one, ...other }
  const both = Object.keys(other).filter((name) => Object.hasOwn(one, name))
  const forbidden = both.filter((name) => one[name] === false || other[name] === false)
  for (const name of both)
    if (isObject(one[name]) && isObject(other[name])) properties[name] = { allOf: [one[name], other[name]] }
  for (const name of forbidden) delete properties[name]
  return { properties, forbidden }
}

const isNull = (entry: unknown) =>
  isObject(entry) &&
  (entry.type === 'null' ||
    entry.const === null ||
    (Array.isArray(entry.enum) && entry.enum.every((value) => value === null)))

function takeOutNull(schema: Schema, root: Schema, nesting: number): Shape {
  const { nullable, ...rest } = schema
  const byType = withoutNullType(rest)
  const byEnum = withoutNullInEnum(byType.schema)
  const result = { schema: byEnum.schema, nullable: nullable === true || byType.nullable || byEnum.nullable }
  const key = Array.isArray(rest.oneOf) ? 'oneOf' : Array.isArray(rest.anyOf) ? 'anyOf' : undefined
  if (!key) return result
  const { [key]: list, ...outer } = result.schema
  const alternatives = (list as unknown[]).filter((entry) => !isNull(entry))
  const hasNull = alternatives.length < (list as unknown[]).length
  if (alternatives.length !== 1) {
    if (alternatives.length === 0) return { ...result, schema: hasNull ? { ...outer, type: 'null' } : outer }
    return { schema: { ...outer, [key]: alternatives }, nullable: result.nullable || hasNull }
  }
  const only = shapeOf(alternatives[0], root, nesting + 1)
  return { ...only, schema: mergeSchemas(only.schema, outer), nullable: result.nullable || hasNull || only.nullable }
}

/** A list of types becomes the only one besides `null`, or alternatives. */
function withoutNullType(schema: Schema): { schema: Schema; nullable: boolean } {
  const { type, ...rest } = schema
  if (!Array.isArray(type)) return { schema, nullable: false }
  const others = type.filter((name) => name !== 'null')
  const nullable = others.length < type.length
  if (others.length === 0) return { schema: { ...rest, type: 'null' }, nullable: false }
  if (others.length === 1) return { schema: { ...rest, type: others[0] }, nullable }
  if (Array.isArray(rest.enum) || 'const' in rest) return { schema: rest, nullable }
  const { title, description, default: initial, ...members } = rest
  const outer = Object.fromEntries(
    Object.entries({ title, description, default: initial }).filter(([, entry]) => entry !== undefined),
  )
  return { schema: { ...outer, anyOf: others.map((name) => ({ ...members, type: name })) }, nullable }
}

function withoutNullInEnum(schema: Schema): { schema: Schema; nullable: boolean } {
  if (!Array.isArray(schema.enum) || schema.enum.length < 2) return { schema, nullable: false }
  const others = schema.enum.filter((value) => value !== null)
  return { schema: { ...schema, enum: others }, nullable: others.length < schema.enum.length }
}
