/** Reads a JSON Schema, which may be malformed, as far as a form needs it. */
import { isObject } from '../../../src/core/util/is-object.ts'
import { nonEmptyString } from '../ui/json.ts'

export type Schema = Record<string, unknown>

export type Kind = 'choice' | 'choices' | 'boolean' | 'number' | 'text' | 'object' | 'array' | 'variants' | 'json'

export interface Choice {
  value: unknown
  title: string
}

/** Longer chains of references are assumed to be cycles. */
const MAX_REFERENCES = 20

/** The schema with its `$ref` followed inside the document. `true` and malformed schemas allow everything. */
export function resolve(value: unknown, root: Schema): Schema {
  let schema = isObject(value) ? value : {}
  for (let step = 0; typeof schema.$ref === 'string' && step < MAX_REFERENCES; step++) {
    const { $ref, ...siblings } = schema
    const found = followReference($ref, root)
    if (!isObject(found)) return siblings
    schema = { ...found, ...siblings }
  }
  return schema
}

function followReference(reference: unknown, root: Schema): unknown {
  const pointer = typeof reference === 'string' && reference.startsWith('#') ? reference.slice(1) : undefined
  if (pointer === undefined) return undefined
  if (pointer === '') return root
  if (!pointer.startsWith('/')) return findAnchor(pointer, root)
  let target: unknown = root
  for (const part of pointer.slice(1).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, key)) return undefined
    target = (target as Record<string, unknown>)[key]
  }
  return target
}

function findAnchor(name: string, { $defs }: Schema): unknown {
  return isObject($defs) ? Object.values($defs).find((entry) => isObject(entry) && entry.$anchor === name) : undefined
}

export function kindOf(schema: Schema): Kind {
  if (choicesOf(schema)) return 'choice'
  if (variantsOf(schema)) return 'variants'
  const type = typeOf(schema)
  if (type === 'boolean') return 'boolean'
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'string') return 'text'
  if (type === 'array') return isObject(schema.items) && choicesOf(schema.items) ? 'choices' : 'array'
  if (type === 'object' && isObject(schema.properties)) return 'object'
  return 'json'
}

/** The only type besides `null`, given or inferred from other keywords. */
function typeOf({ type, properties, items }: Schema): string | undefined {
  if (typeof type === 'string') return type
  if (Array.isArray(type)) {
    const others = type.filter((name) => name !== 'null')
    return others.length === 1 ? nonEmptyString(others[0]) : undefined
  }
  if (isObject(properties)) return 'object'
  return isObject(items) ? 'array' : undefined
}

/** The allowed values: of an `enum`, a `const`, or alternatives that are constants with titles. */
export function choicesOf(schema: Schema): Choice[] | undefined {
  if (Array.isArray(schema.enum)) {
    const titles = Array.isArray(schema.enumNames) ? schema.enumNames : []
    return schema.enum.map((value, index) => ({ value, title: nonEmptyString(titles[index]) ?? asLabel(value) }))
  }
  if ('const' in schema) return [{ value: schema.const, title: nonEmptyString(schema.title) ?? asLabel(schema.const) }]
  const alternatives = alternativesOf(schema)
  if (!alternatives?.every((entry) => 'const' in entry)) return undefined
  return alternatives.map((entry) => ({
    value: entry.const,
    title: nonEmptyString(entry.title) ?? asLabel(entry.const),
  }))
}

/** Alternatives that are schemas of their own. */
export function variantsOf(schema: Schema): Schema[] | undefined {
  const alternatives = alternativesOf(schema)
  // Alternatives that only list `required` are conditions, not forms to choose from.
  if (!alternatives || alternatives.every((entry) => !('type' in entry || 'properties' in entry || '$ref' in entry)))
    return undefined
  return alternatives
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

/** The value a form starts with: defaults, and required constants. */
export function initialValue(value: unknown, root: Schema, required: boolean, depth = 0): unknown {
  const schema = resolve(value, root)
  if (schema.default !== undefined) return structuredClone(schema.default)
  if ('const' in schema && required) return schema.const
  // Optional properties are left out at first, since a schema may contain itself.
  if (!required || depth > 6 || kindOf(schema) !== 'object') return undefined
  const entries = propertiesOf(schema).map(
    ([name, property]) => [name, initialValue(property, root, isRequired(schema, name), depth + 1)] as const,
  )
  return Object.fromEntries(entries.filter(([, entry]) => entry !== undefined))
}

export function typeName(schema: Schema): string {
  const kind = kindOf(schema)
  if (kind === 'choice') return 'choice'
  if (kind === 'choices') return 'choices'
  if (kind === 'variants') return 'one of'
  const { type, format } = schema
  const name = Array.isArray(type)
    ? type.filter((entry) => typeof entry === 'string').join(' or ')
    : nonEmptyString(type)
  return [name ?? 'any', nonEmptyString(format)].filter(Boolean).join(', ')
}

function asLabel(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
}
