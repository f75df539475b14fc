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

/** A `$ref` to a `$ref`, or a union in a union, deeper than this is not followed. */
const MAX_DEPTH = 10

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
  const root = resolve(original, original)
  // OpenAI refuses all of these at the top level of a schema, and Anthropic the first three.
  const { oneOf, anyOf, allOf, not, enum: values, const: value, $ref, ...kept } = root
  const rules = JSON.stringify({ oneOf, anyOf, allOf, not, enum: values, const: value, $ref })
  const { properties, required } = membersOf(root, root)
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

/** The members that an object may have by this schema, and those that it must have. */
function membersOf(schema: JsonSchema, root: JsonSchema, depth = 0): Members {
  const own = schema.properties ?? {}
  const properties = new Map(Object.entries(own).map(([key, value]) => [key, [value]]))
  const required = new Set([schema.required ?? []].flat())
  if (depth === MAX_DEPTH) return { properties, required }
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const schemas = [schema[keyword]].flat().filter(isObject)
    const forms = schemas.map((form) => membersOf(resolve(form, root), root, depth + 1))
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
}

function union(schemas: readonly JsonSchema[]): JsonSchema {
  const distinct = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]))
  const [first, ...others] = distinct.values()
  return others.length > 0 ? { anyOf: [first, ...others] } : first!
}

/** Follows a `$ref` within the same document, such as `#/$defs/Place`. What stands beside it stays. */
export function resolve(schema: JsonSchema, root: JsonSchema, depth = 0): JsonSchema {
  const { $ref, ...beside } = schema
  if (typeof $ref !== 'string' || !$ref.startsWith('#/') || depth === MAX_DEPTH) return schema
  let target: unknown = root
  for (const token of $ref.slice(2).split('/')) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~')
    target = isObject(target) && Object.hasOwn(target, key) ? target[key] : undefined
  }
  return isObject(target) ? { ...resolve(target, root, depth + 1), ...beside } : schema
}
