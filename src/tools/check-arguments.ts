/**
 * Whether arguments fit a schema, as far as that is certain: keywords that are not known here allow everything, so what
 * fits the schema always passes. Or they refuse, so that what passes surely fits. Patterns are never executed.
 */
import { isObject } from '../core/util/is-object.ts'
import type { JsonSchema } from '../types/tools.ts'
import { findTarget } from './parameters.ts'

export interface Checker {
  /** `surely`: keywords that are not known here refuse the value. */
  fits(value: unknown, schema: unknown, surely?: boolean): boolean
  /** The schema without a reference: rules beside one hold as well. Undefined for what is no schema of this document. */
  resolve(schema: unknown): JsonSchema | undefined
}

/** Keywords that refuse nothing. */
const SILENT =
  /^(title|description|default|examples?|deprecated|readOnly|writeOnly|format|definitions|content.*|x-.*|\$(schema|id|anchor|comment|defs))$/

const CHECKED =
  /^(type|enum|const|allOf|anyOf|oneOf|not|items|properties|required|additionalProperties|uniqueItems|multipleOf|(exclusiveM|m)(in|ax)imum|m(in|ax)(Length|Items|Properties))$/

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
      const { $ref, ...beside }: JsonSchema = found
      if ($ref === undefined) return found
      if (!Object.keys(beside).every((key) => SILENT.test(key))) {
        return { ...beside, allOf: [{ $ref }, ...[beside.allOf ?? []].flat()] }
      }
      found = findTarget($ref, root)
    }
    return undefined
  }

  function fits(value: unknown, schema: unknown, surely = false): boolean {
    if (++steps > MAX_STEPS) throw new RangeError('The schema takes too long to check')
    if (schema === false) return false
    const rules = resolve(schema)
    if (!rules) return !surely || !isObject(schema)
    if (surely && !Object.keys(rules).every((key) => CHECKED.test(key) || SILENT.test(key))) return false
    const { type, enum: values, allOf, anyOf, oneOf } = rules
    if (type !== undefined && ![type].flat().some((name) => isOfType(value, name))) return false
    if (Array.isArray(values) && !values.some((one) => isSame(one, value))) return false
    if ('const' in rules && !isSame(rules.const, value)) return false
    // What surely fits the one does not fit the other.
    if ('not' in rules && fits(value, rules.not, !surely)) return false
    if (Array.isArray(allOf) && !allOf.every((form) => fits(value, form, surely))) return false
    if (Array.isArray(anyOf) && !anyOf.some((form) => fits(value, form, surely))) return false
    if (Array.isArray(oneOf)) {
      const possible = oneOf.filter((form) => fits(value, form))
      const certain = possible.filter((form) => (surely || possible.length > 1) && fits(value, form, true))
      if (possible.length === 0 || certain.length > 1) return false
      if (surely && (possible.length > 1 || certain.length === 0)) return false
    }
    return isWithin(value, rules, surely) && membersFit(value, rules, surely)
  }

  function membersFit(value: unknown, rules: JsonSchema, surely: boolean): boolean {
    if (Array.isArray(value)) {
      const { items, prefixItems } = rules
      if (prefixItems !== undefined || Array.isArray(items)) return !surely
      return value.every((item) => fits(item, items, surely))
    }
    if (!isObject(value)) return true
    const { required } = rules
    if (Array.isArray(required) && !required.every((key) => Object.hasOwn(value, key))) return false
    return Object.entries(value).every(([key, member]) => fits(member, memberSchema(rules, key), surely))
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
function isWithin(value: unknown, rules: JsonSchema, surely: boolean): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, uniqueItems } = rules
  const isOutside = (size: number, least: unknown, most: unknown) => size < Number(least) || size > Number(most)
  if (typeof value === 'number') {
    return !(
      isOutside(value, minimum, maximum) ||
      value <= numberOf(exclusiveMinimum, minimum) ||
      value >= numberOf(exclusiveMaximum, maximum) ||
      // Fractions have remainders of their own.
      (surely && multipleOf !== undefined && value % Number(multipleOf) !== 0)
    )
  }
  if (typeof value === 'string') return !isOutside([...value].length, rules.minLength, rules.maxLength)
  if (isObject(value)) return !isOutside(Object.keys(value).length, rules.minProperties, rules.maxProperties)
  if (!Array.isArray(value)) return true
  if (isOutside(value.length, rules.minItems, rules.maxItems)) return false
  // Objects may be the same, too.
  return (
    !(surely && uniqueItems) || (!value.some((item) => item instanceof Object) && new Set(value).size === value.length)
  )
}

/** In older drafts these were booleans. */
const numberOf = (value: unknown, limit: unknown) =>
  Number(value === true ? limit : value || value === 0 ? value : Number.NaN)

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
