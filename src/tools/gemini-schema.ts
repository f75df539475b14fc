/** Schemas with the keywords that Gemini documents: one that it does not know makes it refuse the whole request. */
import { isObject } from '../core/util/is-object.ts'
import { toJson } from '../core/util/to-json.ts'
import type { JsonSchema } from '../types/tools.ts'
import { findTarget } from './parameters.ts'

/** References are replaced by what they refer to, up to so many schemas in all. */
const MAX_SCHEMAS = 2_000

/** A schema that is nested more deeply could be refused, and costs every other tool its call. */
const MAX_DEPTH = 50

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']

const FORMATS = /^(date-time|date|time|int32|int64|float|double)$/

/** Keywords with the type of their values. */
const KEPT: Readonly<Record<string, string>> = {
  title: 'string',
  minItems: 'number',
  maxItems: 'number',
  minimum: 'number',
  maximum: 'number',
}

/** These say nothing to a model. */
const SILENT = /^(\$.*|definitions|examples?|readOnly|writeOnly|deprecated|propertyOrdering|additionalItems)$/

/** The result accepts everything that the original accepts. Other rules go into descriptions. */
export function toGeminiSchema(root: JsonSchema): JsonSchema {
  let left = MAX_SCHEMAS
  return reduce(root, [])

  function reduce(schema: unknown, path: readonly unknown[]): JsonSchema {
    if (!isObject(schema) || left-- <= 0 || path.length > MAX_DEPTH) return {}
    // A schema within itself would have no end.
    if (path.includes(schema)) return { description: `As ${schema.title ?? 'the schema around it'}` }
    const within = [...path, schema]
    const { $ref, allOf, ...own } = schema
    const forms = [findTarget($ref, root), ...(Array.isArray(allOf) ? allOf : [])].filter(isObject)
    if (forms.length === 0) return reduceOwn(own, within)
    return [...forms, own].map((form) => (form === own ? reduceOwn(own, within) : reduce(form, within))).reduce(join)
  }

  function reduceOwn(schema: Record<string, unknown>, path: readonly unknown[]): JsonSchema {
    const { type, format, description, enum: values, const: value, properties, required, items, prefixItems } = schema
    const { anyOf, oneOf, additionalProperties, ...others } = schema
    const rules: Record<string, unknown> = {}
    const result: JsonSchema = {}
    const types = [type].flat().filter((name) => TYPES.includes(name as string))
    if (types.length > 0) result.type = (types.length === 1 ? types[0] : types) as JsonSchema['type'] & string
    const allowed = 'const' in schema ? [value] : values
    if (Array.isArray(allowed)) {
      const isNamed = allowed.every((one) => typeof one === 'string' && one !== '')
      if (isNamed && types.every((name) => name === 'string')) Object.assign(result, { type: 'string', enum: allowed })
      else rules.enum = allowed
    }
    if (typeof format === 'string') (FORMATS.test(format) ? result : rules).format = format
    for (const [keyword, rule] of Object.entries(others)) {
      if (KEPT[keyword] === typeof rule) result[keyword] = rule
      else if (!(keyword in HANDLED) && !SILENT.test(keyword)) rules[keyword] = rule
    }
    const union = [anyOf, oneOf].find(Array.isArray)
    if (union) result.anyOf = union.map((form) => reduce(form, path))
    if (isObject(properties)) {
      const members = Object.entries(properties).filter(([, member]) => member !== false)
      result.properties = Object.fromEntries(members.map(([key, member]) => [key, reduce(member, path)]))
      const known = result.properties
      const names = Array.isArray(required) ? required.filter((key) => Object.hasOwn(known, key)) : []
      if (names.length > 0) result.required = names
    }
    if (typeof additionalProperties === 'boolean') result.additionalProperties = additionalProperties
    else if (isObject(additionalProperties)) result.additionalProperties = reduce(additionalProperties, path)
    if (Array.isArray(prefixItems)) result.prefixItems = prefixItems.map((item) => reduce(item, path))
    // Gemini wants to know the items of each array.
    if (items !== undefined || types.includes('array')) result.items = reduce(items, path)
    const words = [description, Object.keys(rules).length > 0 && toJson(rules)].filter(
      (part) => typeof part === 'string',
    )
    if (words.length > 0) result.description = words.join(' ')
    return result
  }
}

const HANDLED = {
  type: 1,
  format: 1,
  description: 1,
  enum: 1,
  const: 1,
  properties: 1,
  required: 1,
  items: 1,
  prefixItems: 1,
}

/** All of both: their members together. */
function join(one: JsonSchema, other: JsonSchema): JsonSchema {
  const description = [one.description, other.description].filter(Boolean).join(' ')
  const required = [...new Set([...(one.required ?? []), ...(other.required ?? [])])]
  return {
    ...one,
    ...other,
    ...(description !== '' && { description }),
    ...((one.properties ?? other.properties) && { properties: { ...one.properties, ...other.properties } }),
    ...(required.length > 0 && { required }),
  }
}
