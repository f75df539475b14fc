/** Which control a schema gets: its kind, its choices, its alternatives and its properties. */
import { isObject } from '../../../src/core/util/is-object.ts'
import { nonEmptyString } from '../ui/json.ts'
import { isFileSchema } from './file.ts'
import { matchesPattern } from './pattern.ts'
import { mergeSchemas, type Schema, type Shape, shapeOf } from './shape.ts'

export type Kind =
  | 'choice'
  | 'choices'
  | 'boolean'
  | 'number'
  | 'text'
  | 'null'
  | 'object'
  | 'map'
  | 'array'
  | 'variants'
  | 'json'

export interface Choice {
  value: unknown
  title: string
}

/** Marks the alternative of a value of any type that is written as JSON. */
const WRITTEN_AS_JSON = 'x-written-as-json'

/** The alternatives of a schema that says nothing about its value. */
const anyVariants: Schema[] = [
  { title: 'text', type: 'string' },
  { title: 'number', type: 'number' },
  { title: 'true or false', type: 'boolean' },
  { title: 'null', type: 'null' },
  { title: 'JSON', [WRITTEN_AS_JSON]: true },
]

export function kindOf({ schema, problem }: Shape, root: Schema): Kind {
  if (problem !== undefined || schema[WRITTEN_AS_JSON]) return 'json'
  if (choicesOf(schema, root)) return 'choice'
  if (variantsOf(schema, root)) return 'variants'
  switch (typeOf(schema)) {
    case 'boolean':
      return 'boolean'
    case 'number':
    case 'integer':
      return 'number'
    case 'string':
      return 'text'
    case 'null':
      return 'null'
    case 'array':
      return isMultipleChoice(schema, root) ? 'choices' : 'array'
    default:
      return isMap(schema) ? 'map' : 'object'
  }
}

/** The type, given or inferred from other keywords. */
export function typeOf(schema: Schema): string | undefined {
  if (typeof schema.type === 'string') return schema.type
  const has = (...names: string[]) => names.some((name) => schema[name] !== undefined)
  if (has('properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames')) return 'object'
  if (has('items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems')) return 'array'
  if (has('minLength', 'maxLength', 'pattern', 'format')) return 'string'
  return has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf') ? 'number' : undefined
}

function isMultipleChoice({ items, prefixItems }: Schema, root: Schema): boolean {
  if (!isObject(items) || prefixItems !== undefined) return false
  const { schema, nullable } = shapeOf(items, root)
  return !nullable && (choicesOf(schema, root)?.length ?? 0) > 1
}

function isMap(schema: Schema): boolean {
  return propertiesOf(schema).length === 0 && schema.additionalProperties !== false
}

/** Alternatives nested deeper than this are not looked at: they may contain themselves. */
const MAX_ALTERNATIVES_DEPTH = 3

/** The allowed values: of an `enum`, a `const`, or alternatives that are such. */
export function choicesOf(schema: Schema, root: Schema, depth = 0): Choice[] | undefined {
  if ('const' in schema) return [{ value: schema.const, title: nonEmptyString(schema.title) ?? asLabel(schema.const) }]
  if (Array.isArray(schema.enum)) {
    const titles = Array.isArray(schema.enumNames) ? schema.enumNames : []
    return schema.enum.map((value, index) => ({ value, title: nonEmptyString(titles[index]) ?? asLabel(value) }))
  }
  const alternatives = alternativesOf(schema)
  if (!alternatives || depth === MAX_ALTERNATIVES_DEPTH) return undefined
  const choices: Choice[] = []
  for (const entry of alternatives) {
    const found = choicesOf(shapeOf(entry, root).schema, root, depth + 1)
    if (!found) return undefined
    choices.push(...found)
  }
  return choices
}

/** Alternatives that are schemas of their own, each with what it shares with the others. */
export function variantsOf(schema: Schema, root: Schema): Schema[] | undefined {
  const alternatives = alternativesOf(schema)
  if (!alternatives) return typeOf(schema) === undefined ? anyVariants : undefined
  // Alternatives that only name required properties are conditions, not shapes to choose from.
  const isShape = (entry: Schema) =>
    Object.keys(entry).some((key) => !['required', 'not', 'if', 'then', 'else'].includes(key))
  if (!alternatives.some(isShape)) return typeOf(schema) === undefined ? anyVariants : undefined
  const { oneOf: _, anyOf: __, default: ___, title: ____, description: _____, ...shared } = schema
  return alternatives.map((entry) => {
    const { schema: variant, problem } = shapeOf(entry, root)
    return problem === undefined
      ? mergeSchemas(shared, variant)
      : { title: `not a schema: ${problem}`, [WRITTEN_AS_JSON]: true }
  })
}

function alternativesOf({ oneOf, anyOf }: Schema): Schema[] | undefined {
  const list = Array.isArray(oneOf) ? oneOf : Array.isArray(anyOf) ? anyOf : undefined
  return list && list.length > 0 && list.every(isObject) ? list : undefined
}

export function propertiesOf({ properties }: Schema): [string, unknown][] {
  return isObject(properties) ? Object.entries(properties) : []
}

export function isRequired({ required }: Schema, name: string): boolean {
  return Array.isArray(required) && required.includes(name)
}

/** The schema of a property that is not among the declared ones. */
export function otherPropertyOf({ additionalProperties, patternProperties }: Schema, name: string): unknown {
  for (const [pattern, schema] of isObject(patternProperties) ? Object.entries(patternProperties) : [])
    if (matchesPattern(pattern, name)) return schema
  return additionalProperties === false ? true : additionalProperties
}

/** The schema of an item: by its position in a tuple, else that of all others. */
export function itemOf({ items, prefixItems, additionalItems }: Schema, index: number): unknown {
  const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : []
  return tuple[index] ?? (Array.isArray(items) ? additionalItems : items)
}

/** The number of items that a tuple has a schema for. */
export function tupleLength({ items, prefixItems }: Schema): number {
  return Array.isArray(prefixItems) ? prefixItems.length : Array.isArray(items) ? items.length : 0
}

/** Formats with pickers. */
const textNames: Record<string, string> = { date: 'date', time: 'time', 'date-time': 'date and time' }

export function typeName(shape: Shape, root: Schema): string {
  const { schema, nullable } = shape
  const kind = kindOf(shape, root)
  const names: Partial<Record<Kind, string>> = { choices: 'choices', json: 'JSON', map: 'entries' }
  const isAny = kind === 'variants' && typeOf(schema) === undefined && !alternativesOf(schema)
  const choice = kind === 'choice' ? ('const' in schema ? 'constant' : 'choice') : undefined
  const type = isAny ? 'anything' : kind === 'variants' ? 'one of' : (typeOf(schema) ?? 'anything')
  const text = kind === 'text' ? (isFileSchema(schema) ? 'file' : textNames[String(schema.format)]) : undefined
  return (choice ?? names[kind] ?? text ?? type) + (nullable ? ' or null' : '')
}

function asLabel(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
}
