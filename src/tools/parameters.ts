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

/** References to references, and forms of unions, that are followed at most. */
const MAX_REFERENCES = 10
const MAX_FORMS = 1_000

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
  const root = resolve(original, original)
  // OpenAI refuses all of these at the top level of a schema, and Anthropic the first three.
  const { oneOf, anyOf, allOf, not, enum: values, const: value, $ref, ...kept } = root
  const rules = JSON.stringify({ oneOf, anyOf, allOf, not, enum: values, const: value, $ref })
  const { properties, required } = membersOf(root, root, new Set())
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

/** The members that an object may have by this schema, and those that it must have. `seen` are the forms so far. */
function membersOf(schema: JsonSchema, root: JsonSchema, seen: Set<unknown>): Members {
  const own = schema.properties ?? {}
  const properties = new Map(Object.entries(own).map(([key, value]) => [key, [value]]))
  const required = new Set([schema.required ?? []].flat())
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const forms = [schema[keyword]].flat().filter(isObject).map(toMembers)
    for (const form of forms) {
      for (const [key, found] of form.properties) {
        // The schema outside of the union holds for all forms.
        if (!Object.hasOwn(own, key)) properties.set(key, [...(properties.get(key) ?? []), ...found])
      }
      for (const key of form.required) {
        if (keyword === 'allOf' || forms.every((other) => other.required.has(key))) required.add(key)
      }
    }
  }
  return { properties, required }

  /** None of a form that was seen before: its members are known, and it may contain itself. */
  function toMembers(form: JsonSchema): Members {
    const id = form.$ref ?? form
    const isNew = !seen.has(id) && seen.size < MAX_FORMS
    return membersOf(isNew ? resolve(form, root) : {}, root, seen.add(id))
  }
}

function union(schemas: readonly JsonSchema[]): JsonSchema {
  const anyOf = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  return anyOf.length > 1 ? { anyOf } : anyOf[0]!
}

/** Follows a `$ref` within the same document, such as `#/$defs/Place`. What stands beside it stays. */
export function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let found = schema
  for (let count = 0; count < MAX_REFERENCES; count++) {
    const { $ref, ...beside } = found
    const [start, ...tokens] = `${$ref}`.split('/')
    const target = tokens.reduce<unknown>((value, token) => Object(value)[toMember(token)], root)
    if (start !== '#' || !isObject(target)) break
    found = { ...target, ...beside }
  }
  return found
}

/** A token of a JSON pointer, RFC 6901. */
const toMember = (token: string) => token.replaceAll('~1', '/').replaceAll('~0', '~')
