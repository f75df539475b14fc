/** Schemas for the strict mode of OpenAI, which takes a part of JSON Schema and wants every member to be required. */
import { isObject } from '../core/util/is-object.ts'
import type { JsonSchema, JsonSchemaType, ObjectSchema } from '../types/tools.ts'
import { resolve } from './parameters.ts'
import type { ModelCallOptions, ModelTool, ModelTools } from './types.ts'

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
  const list = tools.list.map((tool) => {
    const parameters = toStrictSchema(tool.parameters)
    return parameters ? { ...tool, parameters, strict: true, call } : tool

    function call(args: object = {}, options?: ModelCallOptions) {
      return tool.call(withoutNulls(args, tool.parameters, tool.parameters) as object, options)
    }
  })
  const byName = new Map<string, ModelTool>(list.map((tool) => [tool.name, tool]))
  return {
    ...tools,
    list,
    find: (name) => byName.get(name),
    refresh: async () => openaiStrict(await tools.refresh()),
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
  const mandatory = Array.isArray(required) ? required : []
  result.properties = mapValues(properties, (value, key) => {
    const member = strict(value, false)
    return mandatory.includes(key) || allowsNull(member) ? member : { anyOf: [member, { type: 'null' }] }
  })
  return { ...result, required: Object.keys(properties), additionalProperties: false }
}

function mapValues<Value>(object: object, map: (value: unknown, key: string) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]))
}

function allowsNull({ type, enum: values, anyOf }: JsonSchema): boolean {
  if (Array.isArray(anyOf)) return anyOf.some(allowsNull)
  const types: (JsonSchemaType | undefined)[] = [type].flat()
  return types.includes('null') && (!Array.isArray(values) || values.includes(null))
}

/** Removes the members that are null only because strict mode requires them: the original schema has them absent. */
function withoutNulls(value: unknown, schema: unknown, root: ObjectSchema): unknown {
  if (!isObject(schema)) return value
  const { properties, required = [], items, anyOf, oneOf } = resolve(schema, root)
  let result = value
  for (const form of [anyOf, oneOf].flat()) result = withoutNulls(result, form, root)
  if (Array.isArray(result)) return result.map((item) => withoutNulls(item, items, root))
  if (!isObject(result) || !properties) return result
  const members = Object.entries(result).flatMap(([key, member]) => {
    const own = Object.hasOwn(properties, key) ? resolve(properties[key]!, root) : undefined
    const isAbsent = member === null && own && !required.includes(key) && !allowsNull(own)
    return isAbsent ? [] : [[key, withoutNulls(member, own, root)]]
  })
  return Object.fromEntries(members)
}
