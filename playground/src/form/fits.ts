/** Whether a value fits a schema, as the conditions of a form ask it: true, false, or undefined where it cannot be said. */
import { isObject } from '../../../src/core/util/is-object.ts'
import { comparable, type ExactNumber, isExactNumber } from '../ui/exact-json.ts'
import { matchesPattern } from './pattern.ts'
import { followReferences, type Schema } from './reference.ts'

type Answer = boolean | undefined
type Check = (expected: unknown, value: unknown, context: { schema: Schema; root: Schema; depth: number }) => Answer

/** Deeper schemas are assumed to contain themselves. */
const MAX_DEPTH = 12

/** They say nothing about whether a value fits; `format` is one of them by default. */
const ANNOTATIONS =
  /^(\$(schema|id|anchor|dynamicAnchor|comment|defs|vocabulary)|definitions|title|description|default|examples?|deprecated|readOnly|writeOnly|format|then|else|content\w+|minContains|maxContains|enumNames|x-.*)$/

export function fits(schema: unknown, root: Schema, value: unknown, depth = 0): Answer {
  if (schema === true || schema === undefined) return true
  if (schema === false) return false
  if (!isObject(schema) || depth > MAX_DEPTH) return undefined
  const found = followReferences(schema, root)
  if (!found) return undefined
  const context = { schema: found, root, depth: depth + 1 }
  return all(
    Object.entries(found).map(([keyword, expected]) => {
      if (Object.hasOwn(checks, keyword)) return checks[keyword]!(expected, value, context)
      return ANNOTATIONS.test(keyword) ? true : undefined
    }),
  )
}

export const isSameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const all = (answers: readonly Answer[]): Answer =>
  answers.includes(false) ? false : answers.includes(undefined) ? undefined : true

const not = (answer: Answer): Answer => (answer === undefined ? undefined : !answer)

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const isNumber = (value: unknown): value is number | ExactNumber =>
  typeof value === 'number' || isExactNumber(value)

export const isInteger = (value: number | ExactNumber): boolean =>
  typeof comparable(value) === 'bigint' || Number.isInteger(comparable(value))

/** With room for the rounding of binary fractions: 0.3 is a multiple of 0.1. */
export function isMultiple(value: number | ExactNumber, of: number): boolean {
  const number = comparable(value)
  if (typeof number === 'bigint' && Number.isSafeInteger(of)) return number % BigInt(of) === 0n
  const quotient = Number(number) / of
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient))
}

const types: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: isNumber,
  integer: (value) => isNumber(value) && isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: (value) => isObject(value) && !isExactNumber(value),
}

/** Keywords about numbers, texts, lists or objects say nothing about values of another type. */
const onNumber = (test: (value: number | bigint, limit: number) => boolean) => (limit: unknown, value: unknown) =>
  !isNumber(value) || test(comparable(value), limit as number)
const onText = (test: (value: string, limit: never) => boolean) => (limit: unknown, value: unknown) =>
  typeof value !== 'string' || test(value, limit as never)
const onList = (test: (value: unknown[], limit: number) => boolean) => (limit: unknown, value: unknown) =>
  !Array.isArray(value) || test(value, limit as number)

const checks: Record<string, Check> = {
  type: (expected, value) =>
    (Array.isArray(expected) ? expected : [expected]).some((name) => types[name as string]?.(value)),
  nullable: () => true,
  const: (expected, value) => isSameJson(expected, value),
  enum: (expected, value) => listOf(expected).some((entry) => isSameJson(entry, value)),
  minimum: onNumber((value, limit) => value >= limit),
  maximum: onNumber((value, limit) => value <= limit),
  exclusiveMinimum: onNumber((value, limit) => value > limit),
  exclusiveMaximum: onNumber((value, limit) => value < limit),
  multipleOf: (limit, value) => !isNumber(value) || isMultiple(value, limit as number),
  minLength: onText((value, limit: number) => [...value].length >= limit),
  maxLength: onText((value, limit: number) => [...value].length <= limit),
  pattern: onText((value, pattern: string) => matchesPattern(pattern, value)),
  minItems: onList(({ length }, limit) => length >= limit),
  maxItems: onList(({ length }, limit) => length <= limit),
  uniqueItems: (expected, value) =>
    expected !== true ||
    !Array.isArray(value) ||
    new Set(value.map((item) => JSON.stringify(item))).size === value.length,
  items: (expected, value, { schema, root, depth }) => {
    if (!Array.isArray(value)) return true
    if (Array.isArray(expected))
      return all(expected.map((item, index) => index >= value.length || fits(item, root, value[index], depth)))
    return all(value.slice(listOf(schema.prefixItems).length).map((item) => fits(expected, root, item, depth)))
  },
  prefixItems: (expected, value, { root, depth }) =>
    all(listOf(value).map((item, index) => fits(listOf(expected)[index], root, item, depth))),
  contains: (expected, value, { root, depth }) =>
    !Array.isArray(value) || not(all(value.map((item) => not(fits(expected, root, item, depth))))),
  required: (expected, value) =>
    !isObject(value) || listOf(expected).every((name) => Object.hasOwn(value, name as string)),
  properties: (expected, value, { root, depth }) =>
    all(
      Object.entries(isObject(expected) && isObject(value) ? expected : {}).map(([name, property]) =>
        Object.hasOwn(value as object, name) ? fits(property, root, (value as Schema)[name], depth) : true,
      ),
    ),
  additionalProperties: (expected, value, { schema, root, depth }) => {
    const { properties, patternProperties } = schema
    const isKnown = (name: string) =>
      (isObject(properties) && Object.hasOwn(properties, name)) ||
      (isObject(patternProperties) && Object.keys(patternProperties).some((pattern) => matchesPattern(pattern, name)))
    const others = Object.entries(isObject(value) ? value : {}).filter(([name]) => !isKnown(name))
    return all(others.map(([, entry]) => fits(expected, root, entry, depth)))
  },
  propertyNames: (expected, value, { root, depth }) =>
    all(Object.keys(isObject(value) ? value : {}).map((name) => fits(expected, root, name, depth))),
  minProperties: (limit, value) => !isObject(value) || Object.keys(value).length >= (limit as number),
  maxProperties: (limit, value) => !isObject(value) || Object.keys(value).length <= (limit as number),
  allOf: (expected, value, { root, depth }) => all(listOf(expected).map((entry) => fits(entry, root, value, depth))),
  anyOf: (expected, value, { root, depth }) =>
    not(all(listOf(expected).map((entry) => not(fits(entry, root, value, depth))))),
  oneOf: (expected, value, { root, depth }) => {
    const answers = listOf(expected).map((entry) => fits(entry, root, value, depth))
    return answers.includes(undefined) ? undefined : answers.filter(Boolean).length === 1
  },
  not: (expected, value, { root, depth }) => not(fits(expected, root, value, depth)),
  if: (expected, value, { schema, root, depth }) => {
    const answer = fits(expected, root, value, depth)
    return answer === undefined ? undefined : fits(answer ? schema.then : schema.else, root, value, depth)
  },
  dependentRequired: (expected, value, context) => fitsDependencies(expected, value, context),
  dependentSchemas: (expected, value, context) => fitsDependencies(expected, value, context),
  dependencies: (expected, value, context) => fitsDependencies(expected, value, context),
}

const fitsDependencies: Check = (expected, value, { root, depth }) =>
  all(
    Object.entries(isObject(expected) && isObject(value) ? expected : {}).map(([name, needs]) => {
      if (!Object.hasOwn(value as object, name)) return true
      return fits(Array.isArray(needs) ? { required: needs } : needs, root, value, depth)
    }),
  )
