/** The model of a form: for a schema and a value, the kind of control, its children, and the value they make. */
import { isObject } from '../../../src/core/util/is-object.ts'
import { isExactNumber } from '../ui/exact-json.ts'
import { applyConditions } from './conditions.ts'
import { isNumber, isSameJson } from './fits.ts'
import {
  choicesOf,
  isRequired,
  itemOf,
  type Kind,
  kindOf,
  otherPropertyOf,
  propertiesOf,
  tupleLength,
  variantsOf,
} from './kind.ts'
import { type Schema, type Shape, shapeOf } from './shape.ts'

export interface Plan extends Shape {
  kind: Kind
}

/** A part of a value: a property, an item, or the value as the chosen variant. */
export interface Part {
  name: string
  /** Of the property or item; empty for a variant. */
  key: string
  schema: unknown
  required: boolean
  value: unknown
  /** The whole value with this part replaced; undefined leaves the part out. */
  put(value: unknown): unknown
}

/** The place of a part in the whole value, as a JSON pointer; a variant is where its value is. */
export function pathOf(parent: string, { name, key }: Pick<Part, 'name' | 'key'>): string {
  return name === '' && key === '' ? parent : `${parent}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Values nested deeper than this are edited as JSON. */
export const MAX_DEPTH = 12

/** The control for a value. One that the control of its schema cannot show without loss is edited as JSON. */
export function planOf(schema: unknown, root: Schema, value: unknown, depth = 0): Plan {
  const found = shapeOf(schema, root)
  const shape = { ...found, schema: applyConditions(found.schema, root, value) }
  const kind = kindOf(shape, root)
  const shown = shape.nullable && value === null ? undefined : value
  return {
    ...shape,
    kind: depth <= MAX_DEPTH && canShow(kind, shown) && isChoice(kind, shape.schema, root, shown) ? kind : 'json',
  }
}

/** A value that is none of the choices would not be seen in their control. */
function isChoice(kind: Kind, schema: Schema, root: Schema, value: unknown): boolean {
  if (kind !== 'choice' || value === undefined) return true
  return choicesOf(schema, root)?.some((choice) => isSameJson(choice.value, value)) === true
}

function canShow(kind: Kind, value: unknown): boolean {
  if (value === undefined) return true
  switch (kind) {
    case 'text':
      return typeof value === 'string'
    case 'number':
      return isNumber(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'null':
      return value === null
    case 'object':
    case 'map':
      return isObject(value) && !isExactNumber(value)
    case 'array':
    case 'choices':
      return Array.isArray(value)
    default:
      return true
  }
}

export function partsOf({ kind, schema }: Plan, root: Schema, value: unknown, chosen?: number): Part[] {
  switch (kind) {
    case 'object':
    case 'map':
      return propertyParts(schema, isObject(value) ? value : {})
    case 'array':
      return itemParts(schema, Array.isArray(value) ? value : [])
    case 'variants': {
      const variants = variantsOf(schema, root) ?? []
      const variant = variants[chosen ?? bestVariant(variants, root, value)]
      return [{ name: '', key: '', schema: variant, required: true, value, put: (next) => next }]
    }
    default:
      return []
  }
}

function propertyParts(schema: Schema, value: Record<string, unknown>): Part[] {
  const known = propertiesOf(schema)
  const names = new Set(known.map(([name]) => name))
  const others = Object.keys(value).filter((name) => !names.has(name))
  const all = [...known, ...others.map((name) => [name, otherPropertyOf(schema, name)] as [string, unknown])]
  return all.map(([name, property]) => ({
    name,
    key: name,
    schema: property,
    required: isRequired(schema, name),
    // A property may be named like a member of Object.prototype.
    value: Object.hasOwn(value, name) ? value[name] : undefined,
    put: (next) => putProperty(value, name, next),
  }))
}

/** The other properties keep their order. */
export function putProperty(object: Record<string, unknown>, name: string, next: unknown): Record<string, unknown> {
  const entries = Object.entries(object)
  const at = entries.findIndex(([key]) => key === name)
  if (next === undefined) return Object.fromEntries(entries.filter(([key]) => key !== name))
  return Object.fromEntries(at < 0 ? [...entries, [name, next]] : entries.with(at, [name, next]))
}

function itemParts(schema: Schema, items: readonly unknown[]): Part[] {
  const length = Math.max(items.length, tupleLength(schema))
  return Array.from({ length }, (_, index) => ({
    name: `${index + 1}.`,
    key: String(index),
    schema: itemOf(schema, index),
    required: true,
    value: items[index],
    put: (next) =>
      Array.from({ length: Math.max(items.length, index + 1) }, (_, at) =>
        at === index ? (next ?? null) : (items[at] ?? null),
      ),
  }))
}

/** The variant that fits the value best; the first one for no value. */
export function bestVariant(variants: readonly Schema[], root: Schema, value: unknown): number {
  const scores = variants.map((variant) => (value === undefined ? 0 : scoreOf(variant, root, value)))
  return Math.max(scores.indexOf(Math.max(...scores)), 0)
}

/** How well a value fits: below zero not at all, else higher the more of it the schema knows. */
export function scoreOf(schema: unknown, root: Schema, value: unknown, depth = 0): number {
  const shape = shapeOf(schema, root)
  const kind = kindOf(shape, root)
  if (value === null && shape.nullable) return 1
  if (kind === 'json') return 0
  if (kind === 'choice')
    return choicesOf(shape.schema, root)!.some((choice) => isSameJson(choice.value, value)) ? 3 : -1
  if (kind === 'variants') {
    const scores =
      depth > 3 ? [0] : variantsOf(shape.schema, root)!.map((variant) => scoreOf(variant, root, value, depth + 1))
    return Math.max(...scores)
  }
  if (!canShow(kind, value)) return -1
  if (!isObject(value)) return 1
  const known = propertiesOf(shape.schema)
  const scores = known.map(([name, property]) => {
    if (!Object.hasOwn(value, name)) return isRequired(shape.schema, name) ? -0.5 : 0
    return depth > 3 ? 1 : scoreOf(property, root, value[name], depth + 1)
  })
  const isContradicted = known.some(
    ([, property], index) => scores[index]! <= -1 && 'const' in shapeOf(property, root).schema,
  )
  return isContradicted ? -1 : 1 + scores.reduce((sum, score) => sum + score, 0)
}
