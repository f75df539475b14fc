/** The value that a form starts with, and the value of an entry that was just added. */
import { isObject } from '../../../src/core/util/is-object.ts'
import { applyConditions } from './conditions.ts'
import { isSameJson } from './fits.ts'
import { isRequired, itemOf, kindOf, propertiesOf, tupleLength, variantsOf } from './kind.ts'
import { type Schema, shapeOf } from './shape.ts'

/** Deeper required values start empty, since a schema may contain itself. */
const MAX_DEPTH = 6

const emptyByKind: Record<string, unknown> = {
  text: '',
  number: 0,
  boolean: false,
  object: {},
  map: {},
  array: [],
  choices: [],
}

/** Defaults and required constants. Undefined: left out. */
export function initialValue(value: unknown, root: Schema, required: boolean, depth = 0): unknown {
  const shape = shapeOf(value, root)
  const { schema, nullable } = shape
  // The server knows its own default: `null` is what leaving out means.
  if (schema.default === null && !required) return undefined
  if (schema.default !== undefined) return structuredClone(schema.default)
  if (!required) return undefined
  if ('const' in schema) return schema.const
  if (depth > MAX_DEPTH || nullable) return undefined
  switch (kindOf(shape, root)) {
    case 'object': {
      const start = initialObject(schema, root, depth)
      // Its defaults may decide which conditions hold.
      const applied = applyConditions(schema, root, start)
      return applied === schema ? start : initialObject(applied, root, depth)
    }
    case 'variants':
      return initialValue(variantsOf(schema, root)?.[0], root, true, depth + 1)
    case 'null':
      return null
    case 'array': {
      if (tupleLength(schema) === 0) return undefined
      const items = Array.from({ length: tupleLength(schema) }, (_, index) =>
        addedValue(itemOf(schema, index), root, depth + 1),
      )
      return items
    }
    default:
      return undefined
  }
}

function initialObject(schema: Schema, root: Schema, depth: number): Schema {
  const entries = propertiesOf(schema).map(
    ([name, property]) => [name, initialValue(property, root, isRequired(schema, name), depth + 1)] as const,
  )
  return Object.fromEntries(entries.filter(([, entry]) => entry !== undefined))
}

/** The value of an item, entry or variant that was just added. */
export function addedValue(value: unknown, root: Schema, depth = 0): unknown {
  const initial = initialValue(value, root, true, depth)
  if (initial !== undefined) return initial
  const shape = shapeOf(value, root)
  const kind = kindOf(shape, root)
  if (kind === 'variants' && depth <= MAX_DEPTH) return addedValue(variantsOf(shape.schema, root)?.[0], root, depth + 1)
  return emptyByKind[kind] ?? null
}

/** The value for another variant: its constants, and what the old value has of its properties. */
export function convertValue(variant: Schema, root: Schema, old: unknown): unknown {
  const added = addedValue(variant, root)
  if (!isObject(added) || !isObject(old)) return added
  const { schema } = shapeOf(variant, root)
  const kept = propertiesOf(schema).flatMap(([name, property]) => {
    if (!Object.hasOwn(old, name) || isSameJson(added[name], old[name])) return []
    return 'const' in shapeOf(property, root).schema ? [] : [[name, old[name]] as const]
  })
  return { ...added, ...Object.fromEntries(kept) }
}
