/** Generates values that fit a zod schema, and values that are almost like them. */
import type { z } from 'zod/mini'

type Random = () => number

// biome-ignore lint/suspicious/noExplicitAny: the inner definition differs for each kind of schema
type Definition = any

const TEXTS = ['', 'text', 'a b', 'é世', '2025-11-25', 'constructor', '__proto__', 'YQ==', 'file:///a', 'email']
const NUMBERS = [0, 1, 7, 0.5, -1, 100, 2 ** 31]
const ANYTHING = [null, true, false, 0, -1.5, '', 'x', [], [null], {}, { a: null }, [[{}]], { type: 'text' }]

export const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!

/** A value that fits the schema; its members are chosen at random, and sometimes there are unknown ones. */
export function generateValue(schema: z.ZodMiniType, random: Random): unknown {
  const def = (schema as Definition)._zod.def as Definition
  const fitting = (values: readonly unknown[]) =>
    pick(
      random,
      values.filter((value) => schema.safeParse(value).success),
    )
  switch (def.type) {
    case 'string':
      return fitting(TEXTS)
    case 'number':
      return fitting(NUMBERS)
    case 'boolean':
      return random() < 0.5
    case 'unknown':
      return structuredClone(pick(random, ANYTHING))
    case 'literal':
      return pick(random, def.values)
    case 'enum':
      return pick(random, Object.values(def.entries))
    case 'optional':
      return generateValue(def.innerType, random)
    case 'nullable':
      return random() < 0.3 ? null : generateValue(def.innerType, random)
    case 'array':
      return Array.from({ length: Math.floor(random() * 4) }, () => generateValue(def.element, random))
    case 'record':
      return generateRecord(def, random)
    case 'union':
      return generateValue(pick(random, def.options), random)
    case 'object':
      return generateObject(def.shape, random)
    case 'intersection':
      return { ...(generateValue(def.left, random) as object), ...(generateValue(def.right, random) as object) }
    default:
      throw new Error(`no generator for ${def.type}`)
  }
}

function generateRecord({ valueType }: Definition, random: Random): object {
  const keys = ['a', 'title', 'io.modelcontextprotocol/x'].filter(() => random() < 0.4)
  return Object.fromEntries(keys.map((key) => [key, generateValue(valueType, random)]))
}

function generateObject(shape: Record<string, z.ZodMiniType>, random: Random): object {
  const entries = Object.entries(shape).flatMap(([key, member]) => {
    const { type, innerType } = (member as Definition)._zod.def
    const isNever = type === 'optional' && innerType._zod.def.type === 'never'
    if (isNever || (type === 'optional' && random() < 0.5)) return []
    return [[key, generateValue(member, random)]]
  })
  if (random() < 0.2) entries.push(['x-vendor', structuredClone(pick(random, ANYTHING))])
  return Object.fromEntries(entries)
}

/** Changes one place of a JSON value: a member is removed, replaced, added, or becomes null. */
export function mutate(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.1) return structuredClone(pick(random, ANYTHING))
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
  const key = pick(random, Object.keys(copy))
  const choice = random()
  if (key === undefined || choice < 0.1)
    copy[Array.isArray(value) ? `${value.length}` : 'added'] = pick(random, ANYTHING)
  else if (choice < 0.6) copy[key] = mutate(copy[key], random)
  else if (choice < 0.7) copy[key] = null
  else if (Array.isArray(copy)) copy.splice(Number(key), 1)
  else delete copy[key]
  return copy
}
