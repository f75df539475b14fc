/**
 * Whether arguments fit a schema, as far as that is certain: keywords that are not known here allow everything, so what
 * fits the schema always passes. Patterns are never executed.
 */
import { isObject } from '../core/util/is-object.ts'
import type { JsonSchema } from '../types/tools.ts'
import { findTarget } from './parameters.ts'

export interface Checker {
  fits(value: unknown, schema: unknown): boolean
  /** The schema, or the one that it refers to. Undefined for what is no schema of this document. */
  resolve(schema: unknown): JsonSchema | undefined
}

/** Schemas that are looked at, for one call: cycles and unions of unions could go on for ever. */
const MAX_STEPS = 20_000

const MAX_REFERENCES = 20

/** Throws a RangeError when it takes too many steps. */
export function createChecker(root: JsonSchema): Checker {
  let steps = 0
  return { fits, resolve }

  function resolve(schema: unknown): JsonSchema | undefined {
    let found = schema
    for (let count = 0; count < MAX_REFERENCES && isObject(found); count++) {
      if (found.$ref === undefined) return found
      const target = findTarget(found.$ref, root)
      const { $ref: _, ...beside } = found
      found = target && Object.keys(beside).length > 0 ? { ...target, ...beside } : target
    }
    return undefined
  }

  function fits(value: unknown, schema: unknown): boolean {
    if (++steps > MAX_STEPS) throw new RangeError('The schema takes too long to check')
    if (schema === false) return false
    const rules = resolve(schema)
    if (!rules) return true
    const { type, enum: values, allOf, anyOf, oneOf } = rules
    if (type !== undefined && ![type].flat().some((name) => isOfType(value, name))) return false
    if (Array.isArray(values) && !values.some((one) => isSame(one, value))) return false
    if ('const' in rules && !isSame(rules.const, value)) return false
    if (Array.isArray(allOf) && !allOf.every((form) => fits(value, form))) return false
    for (const forms of [anyOf, oneOf]) {
      if (Array.isArray(forms) && !forms.some((form) => fits(value, form))) return false
    }
    return isWithin(value, rules) && membersFit(value, rules)
  }

  function membersFit(value: unknown, rules: JsonSchema): boolean {
    if (Array.isArray(value)) {
      const { items, prefixItems } = rules
      return prefixItems !== undefined || Array.isArray(items) || value.every((item) => fits(item, items))
    }
    if (!isObject(value)) return true
    const { required } = rules
    if (Array.isArray(required) && !required.every((key) => Object.hasOwn(value, key))) return false
    return Object.entries(value).every(([key, member]) => fits(member, memberSchema(rules, key)))
  }
}

/** The schema of a member. Keys that patterns may describe can have any value. */
export function memberSchema(
  { properties, patternProperties, additionalProperties }: JsonSchema,
  key: string,
): unknown {
  if (isObject(properties) && Object.hasOwn(properties, key)) return properties[key]
  return patternProperties === undefined ? additionalProperties : undefined
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return isObject(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'null') return value === null
  // A name that JSON Schema does not know says nothing.
  return !/^(string|number|boolean)$/.test(`${type}`) || typeof value === type
}

/** Pairs of keywords: the least and the most, of numbers, and of lengths. */
function isWithin(value: unknown, rules: JsonSchema): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength, maxLength, minItems, maxItems } = rules
  const isOutside = (size: number, least: unknown, most: unknown) => size < Number(least) || size > Number(most)
  if (typeof value === 'number') {
    return !(
      isOutside(value, minimum, maximum) ||
      value <= numberOf(exclusiveMinimum) ||
      value >= numberOf(exclusiveMaximum)
    )
  }
  if (typeof value === 'string') return !isOutside([...value].length, minLength, maxLength)
  return !(Array.isArray(value) && isOutside(value.length, minItems, maxItems))
}

/** In older drafts these were booleans. */
const numberOf = (value: unknown) => (typeof value === 'number' ? value : Number.NaN)

/** As JSON: the order of keys does not count. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]))
  }
  if (!isObject(one) || !isObject(other)) return one === other
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  )
}
