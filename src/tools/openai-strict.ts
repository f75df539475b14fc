/** Schemas for the strict mode of OpenAI, which takes a part of JSON Schema and wants every member to be required. */
import { isObject } from '../core/util/is-object.ts'
import type { JsonSchema, JsonSchemaType, ObjectSchema } from '../types/tools.ts'
import { findTarget } from './parameters.ts'
import type { ModelCallOptions, ModelTool, ModelTools } from './types.ts'
import { withList } from './with-list.ts'

/** Keywords with one meaning in strict mode and elsewhere. */
const KEPT =
  /^(type|enum|const|description|title|pattern|format|multipleOf|(exclusive)?(Max|Min|max|min)imum|(max|min)Items)$/

/** Keywords whose rules strict mode cannot express. */
const REFUSED =
  /^(allOf|not|if|then|else|dependent\w+|patternProperties|propertyNames|prefixItems|unevaluated\w+|contains)$/

/**
 * The same tools for the strict mode of OpenAI, which binds the model to the schema. A tool whose schema strict mode cannot
 * express, such as one with members of any name, stays as it is. Optional members become required and nullable, and a null
 * for one of them is not sent. Rules that strict mode does not know go into descriptions.
 *
 * @example
 * const { definitions, run } = openaiResponsesTools(openaiStrict(await modelTools(client)))
 */
export function openaiStrict(tools: ModelTools): ModelTools {
  return withList(tools, (list) => list.map(toStrictTool))
}

function toStrictTool(tool: ModelTool): ModelTool {
  const parameters = toStrictSchema(tool.parameters)
  return parameters ? { ...tool, parameters, strict: true, call } : tool

  function call(args: object = {}, options?: ModelCallOptions) {
    return tool.call(withoutNulls(args, [tool.parameters], tool.parameters) as object, options)
  }
}

function toStrictSchema(schema: ObjectSchema): ObjectSchema | undefined {
  try {
    return { ...strict(schema), type: 'object' }
  } catch {
    return undefined
  }
}

function strict(schema: unknown, isRoot = true): JsonSchema {
  if (!isObject(schema)) throw schema
  const { $ref, $defs, definitions, properties, items, anyOf, oneOf, required, additionalProperties, ...others } =
    schema
  // Strict mode takes nothing beside a reference.
  if ($ref !== undefined) return { $ref }
  const isOpen = additionalProperties !== undefined && additionalProperties !== false
  const isAnyObject = !isRoot && schema.type === 'object' && !properties
  const isAnything = !('type' in schema || anyOf || oneOf)
  if (isOpen || isAnyObject || isAnything || Object.keys(others).some((keyword) => REFUSED.test(keyword))) throw schema
  const kept = Object.entries(others).filter(([keyword]) => KEPT.test(keyword))
  const moved = Object.entries(others).filter(([keyword]) => !KEPT.test(keyword) && !keyword.startsWith('$'))
  const result: JsonSchema = Object.fromEntries(kept)
  if (moved.length > 0) {
    result.description = [schema.description, JSON.stringify(Object.fromEntries(moved))].filter(Boolean).join(' ')
  }
  const forms = anyOf ?? oneOf
  if (Array.isArray(forms)) result.anyOf = forms.map((form) => strict(form, false))
  if (items !== undefined) result.items = strict(items, false)
  for (const [keyword, schemas] of Object.entries({ $defs, definitions })) {
    if (isObject(schemas)) result[keyword] = mapValues(schemas, (value) => strict(value, false))
  }
  if (!isObject(properties)) return result
  const mandatory = new Set(Array.isArray(required) ? required : [])
  result.properties = mapValues(properties, (value, key) => {
    const member = strict(value, false)
    return mandatory.has(key) || allowsNull(member) ? member : { anyOf: [member, { type: 'null' }] }
  })
  return { ...result, required: Object.keys(properties), additionalProperties: false }
}

function mapValues<Value>(object: object, map: (value: unknown, key: string) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]))
}

/** Without a root, references are not followed. */
function allowsNull(schema: unknown, root: JsonSchema = {}): boolean {
  return [...withForms([schema], root)].some(({ type, enum: values }) => {
    const types: (JsonSchemaType | undefined)[] = [type].flat()
    return types.includes('null') && (!Array.isArray(values) || values.includes(null))
  })
}

/** Removes the members that are null only because strict mode requires them: the original schema has them absent. */
function withoutNulls(value: unknown, schemas: readonly unknown[], root: ObjectSchema): unknown {
  if (typeof value !== 'object' || value === null) return value
  const forms = [...withForms(schemas, root)]
  if (Array.isArray(value)) {
    const items = forms.map((form) => form.items)
    return value.map((item) => withoutNulls(item, items, root))
  }
  const members = Object.entries(value).flatMap(([key, member]) => {
    const owners = forms.filter(({ properties }) => isObject(properties) && Object.hasOwn(properties, key))
    const isAbsent = (owner: JsonSchema) =>
      ![owner.required].flat().includes(key) && !allowsNull(owner.properties![key], root)
    if (member === null && owners.some(isAbsent)) return []
    const own = owners.map(({ properties }) => properties![key])
    return [[key, withoutNulls(member, own, root)]]
  })
  return Object.fromEntries(members)
}

/** The schemas with all that they refer to and all forms of their unions, each once: they may contain themselves. */
function withForms(schemas: readonly unknown[], root: JsonSchema): Set<JsonSchema> {
  const all = new Set(schemas.filter(isObject) as JsonSchema[])
  // What is added to a set while it is read is read as well.
  for (const { $ref, anyOf, oneOf } of all) {
    for (const form of [findTarget($ref, root), anyOf, oneOf].flat()) if (isObject(form)) all.add(form)
  }
  return all
}
