/** The schema of a tool's arguments as every model API takes it: an object, and no union, `$ref` or odd key at the top. */

import { isObject } from '../core/util/is-object.ts'
import type { JsonSchema, ObjectSchema } from '../types/tools.ts'
import { safeName } from './tool-name.ts'

export interface Parameters {
  schema: ObjectSchema
  /** The arguments of a model with the keys of the original schema. */
  toArguments(args: object): object
}

/** Anthropic refuses other keys at the top level. */
const PROPERTY_KEY = /^[\w.-]{1,64}$/

/** References to references that are followed at the top level at most. */
const MAX_REFERENCES = 10

interface Members {
  /** The schemas of each member: several if the forms of a union differ. */
  properties: Map<string, JsonSchema[]>
  required: Set<string>
}

/**
 * What is refused is taken apart: the members of all forms become optional members, and the description quotes the rule.
 * The result accepts everything that the original accepts; the server still decides by the original.
 */
export function toParameters(original: ObjectSchema): Parameters {
  try {
    return adapt(original)
  } catch {
    // Its depth is absurd. The server still checks the arguments.
    return { schema: { type: 'object', properties: {} }, toArguments: (args) => args }
  }
}

function adapt(original: ObjectSchema): Parameters {
  // Throws for what is nested too deep to be sent to a model, wherever it is.
  JSON.stringify(original)
  const root = resolve(original)
  // OpenAI refuses all of these at the top level of a schema, and Anthropic the first three.
  const { oneOf, anyOf, allOf, not, enum: values, const: value, $ref, ...kept } = root
  const rules = JSON.stringify({ oneOf, anyOf, allOf, not, enum: values, const: value, $ref })
  const { properties, required } = membersOf(root)
  const originalKeys = new Map([...properties.keys()].map((key) => [toKey(key), key]))
  return {
    schema: {
      ...kept,
      ...(rules !== '{}' && { description: `${kept.description ?? ''} As JSON Schema: ${rules}`.trim() }),
      type: 'object',
      properties: Object.fromEntries([...originalKeys].map(([key, name]) => [key, union(properties.get(name)!)])),
      ...(required.size > 0 && { required: [...required].map(toKey) }),
    },
    toArguments: (args) =>
      Object.fromEntries(Object.entries(args).map(([key, member]) => [originalKeys.get(key) ?? key, member])),
  }
}

const toKey = (key: string) => safeName(key, PROPERTY_KEY)

/** The members that an object may have by this schema, and those that it must have. Visits each schema once. */
function membersOf(root: JsonSchema): Members {
  const properties: Members['properties'] = new Map()
  const seen = new Set<JsonSchema>()
  /** Members of the schemas around the current one, which hold for all of its forms. */
  const outer = new Set<string>()
  return { properties, required: visit(root) }

  /** Returns the required members. A schema that was seen before adds nothing: it may contain itself. */
  function visit(schema: JsonSchema): Set<string> {
    if (seen.has(schema)) return new Set()
    seen.add(schema)
    const own = Object.entries(schema.properties ?? {}).filter(([key]) => !outer.has(key))
    for (const [key, value] of own) {
      outer.add(key)
      const found = properties.get(key)
      if (found) found.push(value)
      else properties.set(key, [value])
    }
    const formsOf = (forms: unknown) => [forms].flat().filter(isObject).map(visit)
    const required = [
      new Set([schema.required ?? []].flat()),
      ...formsOf(findTarget(schema.$ref, root)),
      ...formsOf(schema.allOf),
      intersection(formsOf(schema.anyOf)),
      intersection(formsOf(schema.oneOf)),
    ].reduce(merge)
    for (const [key] of own) outer.delete(key)
    return required
  }
}

/** Adds the smaller set to the larger one, so that many merges cost little more than one. */
function merge(one: Set<string>, other: Set<string>): Set<string> {
  const [larger, smaller] = one.size < other.size ? [other, one] : [one, other]
  for (const key of smaller) larger.add(key)
  return larger
}

function intersection(sets: Set<string>[]): Set<string> {
  const [smallest = new Set(), ...others] = sets.sort((a, b) => a.size - b.size)
  return others.length > 0 ? new Set([...smallest].filter((key) => others.every((set) => set.has(key)))) : smallest
}

function union(schemas: readonly JsonSchema[]): JsonSchema {
  const anyOf = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  return anyOf.length > 1 ? { anyOf } : anyOf[0]!
}

/** Follows the `$ref` of a whole schema. What stands beside it stays. */
function resolve(root: JsonSchema): JsonSchema {
  let found = root
  for (let count = 0; count < MAX_REFERENCES; count++) {
    const { $ref, ...beside } = found
    const target = findTarget($ref, root)
    if (!target) break
    found = { ...target, ...beside }
  }
  return found
}

/** The schema that a `$ref` within the same document names, such as `#/$defs/Place`. */
export function findTarget($ref: unknown, root: JsonSchema): JsonSchema | undefined {
  if (typeof $ref !== 'string') return undefined
  const [start, ...tokens] = $ref.split('/')
  const target = tokens.reduce<unknown>((value, token) => Object(value)[toMember(token)], root)
  return start === '#' && isObject(target) ? target : undefined
}

/** A token of a JSON pointer, RFC 6901. */
const toMember = (token: string) => token.replaceAll('~1', '/').replaceAll('~0', '~')
