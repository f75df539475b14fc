/** Conditions of a schema: which fields `if`, `dependentRequired` and `dependentSchemas` add for a value, and what `not` forbids. */
import { isObject } from '../../../src/core/util/is-object.ts'
import { fits } from './fits.ts'
import { CONDITIONS, conditionsOf, mergeSchemas, type Schema, shapeOf, withoutConditions } from './shape.ts'

/** Conditions inside of conditions are followed this far. */
const MAX_NESTING = 5

/** The schema with what its conditions say for this value: further properties and required names. */
export function applyConditions(schema: Schema, root: Schema, value: unknown, nesting = 0): Schema {
  const conditions = conditionsOf(schema)
  const needed = nesting > MAX_NESTING ? [] : conditions.flatMap((condition) => neededBy(condition, root, value))
  if (needed.length === 0) return declareRequired(schema)
  const shapes = needed.map((part) => shapeOf(part, root).schema)
  const merged = shapes.reduce((whole, part) => mergeSchemas(whole, part), withoutConditions(schema))
  const applied = applyConditions(merged, root, value, nesting + 1)
  return { ...applied, [CONDITIONS]: [...conditions, ...conditionsOf(applied)] }
}

function neededBy(condition: Schema, root: Schema, value: unknown): unknown[] {
  const { dependentRequired, dependentSchemas, dependencies } = condition
  const present = isObject(value) ? value : {}
  const dependent = [dependentRequired, dependentSchemas, dependencies].flatMap((group) =>
    Object.entries(isObject(group) ? group : {})
      .filter(([name]) => Object.hasOwn(present, name))
      .map(([, needs]) => (Array.isArray(needs) ? { required: needs } : needs)),
  )
  if (condition.if === undefined) return dependent
  const answer = fits(condition.if, root, value === undefined ? {} : value)
  const branch = answer === undefined ? undefined : answer ? condition.then : condition.else
  return branch === undefined ? dependent : [...dependent, branch]
}

/** A required name that no property declares gets a field as well. */
function declareRequired(schema: Schema): Schema {
  const { properties, required } = schema
  if (!isObject(properties) || !Array.isArray(required)) return schema
  const missing = required.filter((name) => typeof name === 'string' && !Object.hasOwn(properties, name))
  if (missing.length === 0) return schema
  return { ...schema, properties: { ...properties, ...Object.fromEntries(missing.map((name) => [name, {}])) } }
}

/** What a value does against the rules of its schema, as sentences. `name` is that of the value. */
export function* ruleProblems(schema: Schema, root: Schema, value: unknown, name: string): Iterable<string> {
  for (const { not } of conditionsOf(schema))
    if (not !== undefined && fits(not, root, value) === true) yield describeForbidden(not, name)
  const alternatives = schema.oneOf ?? schema.anyOf
  if (!Array.isArray(alternatives) || !isObject(value) || !alternatives.every(isOnlyRequired)) return
  const fitting = alternatives.filter((entry) => fits(entry, root, value) === true)
  const names = [...new Set(alternatives.flatMap(({ required }) => required as string[]))]
  if (fitting.length === 0) yield `One of these is required: ${alternatives.map(joinRequired).join(', or ')}.`
  if (schema.oneOf && fitting.length > 1) yield `Only one of ${names.join(', ')} can be given.`
}

function isOnlyRequired(entry: unknown): entry is { required: string[] } {
  return isObject(entry) && Array.isArray(entry.required) && Object.keys(entry).length === 1
}

const joinRequired = ({ required }: { required: string[] }) => required.join(' and ')

function describeForbidden(not: unknown, name: string): string {
  if (isOnlyRequired(not)) {
    const { required } = not
    return required.length === 1
      ? `${required[0]} cannot be given here.`
      : `${joinRequired(not)} cannot be given together.`
  }
  if (isObject(not) && Object.keys(not).length === 1 && ('const' in not || Array.isArray(not.enum)))
    return `${name} cannot be ${[not.enum ?? not.const]
      .flat()
      .map((entry) => JSON.stringify(entry))
      .join(' or ')}.`
  return `${name} is what its schema forbids: not ${(JSON.stringify(not) ?? '').slice(0, 200)}.`
}

/** Rules that no form can follow, because what they ask cannot be said here. */
export function unclearRules(schema: Schema, root: Schema, value: unknown): string[] {
  const asked = conditionsOf(schema).flatMap(({ if: condition, not }) => [
    ...(condition === undefined ? [] : [['if', condition] as const]),
    ...(not === undefined ? [] : [['not', not] as const]),
  ])
  return asked.flatMap(([keyword, part]) =>
    fits(part, root, value) === undefined ? [`${keyword} ${(JSON.stringify(part) ?? '').slice(0, 200)}`] : [],
  )
}
