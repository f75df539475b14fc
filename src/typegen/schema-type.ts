/** JSON Schema, 2020-12 and draft-07 as servers write them, as a TypeScript type that every valid value has. */
import { isObject } from '../core/util/is-object.ts'
import { toComment, toKey, toPascalCase, toText } from './text.ts'

type Schema = Readonly<Record<string, unknown>>

/** References to more types are `unknown`. */
const MAX_NAMED = 200
/** Longer enumerations are the type of their values. */
const MAX_ENUM = 1_000

/** The types that `$ref`s stand for. */
export interface Declarations {
  /** Takes a name that nothing else has, made from this one. */
  unique(name: string): string
  /** Adds `export type name = type`. */
  add(name: string, type: string, description: unknown): void
}

/**
 * The type of the values, or of those that are objects where the schema does not say. The same text for the same schema,
 * whatever the order of its members. Without declarations it is on one line, and references are written out.
 *
 * `prefix` is what names of declared types begin with. Optional members of input may also be undefined, which JSON leaves
 * out.
 */
export function schemaType(root: unknown, isInput: boolean, declarations?: Declarations, prefix = ''): string {
  // What is deeper, or beyond these numbers, is `unknown`.
  const maxDepth = declarations ? 40 : 8
  let left = declarations ? 10_000 : 60
  /** The names of the types that references stand for. */
  const named = new Map<Schema, string>()
  /** Which named types are the same as others, or parts of them. */
  const parts = new Map<string, Set<string>>()
  /** The references that are being written out. */
  const open = new Set<unknown>([root])
  /** The operator of types that have one. */
  const operators = new Map<string, string>()
  // Before 2019, what stands beside a reference means nothing.
  const isOld = /draft-0[3-7]/.test((root as Schema).$schema as string)
  const text = typeOf(root, 0, '      ', '', 'object')
  // Declaring one may name others.
  for (const [schema, name] of named) declarations!.add(name, typeOf(schema, 0, '', name), schema.description)
  return text

  /**
   * `owner` is the named type that the schema is the same as, or a part of; absent inside of members and items, where a
   * type may refer to itself. `type` is that of the schema around it, which is about the same value.
   */
  function typeOf(schema: unknown, depth: number, indent: string, owner?: string, outerType?: unknown): string {
    if (schema === false) return 'never'
    if (!isObject(schema) || left-- <= 0 || depth > maxDepth) return 'unknown'
    const { $ref: ref = schema.$dynamicRef, const: constant, nullable } = schema
    const type = schema.type ?? outerType ?? impliedType(schema)
    const all: string[] = []
    if (typeof ref === 'string') {
      all.push(refType(ref, depth, indent, owner, type))
      if (isOld) return all[0]!
    }
    const branches = (keyword: string) =>
      list(schema[keyword]).map((one) => typeOf(one, depth + 1, indent, owner, type))
    all.push(...branches('allOf'), either(branches('anyOf')), either(branches('oneOf')))
    const values = constant === undefined ? list(schema.enum) : [constant]
    if (values.length && values.length <= MAX_ENUM)
      all.unshift(either(values.map((value) => toText(value) ?? 'unknown').sort()))
    // The other parts have the type as well.
    else if (impliedType(schema) || all.every((part) => part === 'unknown')) {
      all.unshift(either([type].flat().map((one) => plainType(one, schema, depth, indent))))
    }
    return nullable ? either([both(all), 'null']).replace(/( \| null)\1$/, '$1') : both(all)
  }

  function plainType(type: unknown, schema: Schema, depth: number, indent: string): string {
    if (type === 'object') return objectType(schema, depth + 1, indent)
    if (type === 'array') return arrayType(schema, depth + 1, indent)
    if (type === 'integer') return 'number'
    return /^(string|number|boolean|null)$/.test(type as string) ? (type as string) : 'unknown'
  }

  function objectType(schema: Schema, depth: number, indent: string): string {
    const members = new Map(Object.entries(isObject(schema.properties) ? schema.properties : {}))
    const required = new Set(list(schema.required).filter((name) => typeof name === 'string'))
    // Some servers list what they have in another order each time.
    const optional = [...members.keys()].filter((name) => !required.has(name))
    const inner = declarations ? `${indent}  ` : ''
    const types = new Set<string>()
    const lines = [...[...required].sort(), ...optional.sort()].map((name) => {
      const member = members.get(name)
      const type = typeOf(member, depth, inner)
      types.add(type)
      const comment = declarations ? toComment(Object(member).description, inner) : ''
      const rest = required.has(name) ? `: ${type}` : `?: ${isInput ? either([type, 'undefined']) : type}`
      return comment + inner + toKey(name) + rest
    })
    const rest = restType(schema, depth, inner, types)
    if (rest) {
      const line = `[key: string]: ${optional.length ? either([rest, 'undefined']) : rest}`
      if (!lines.length) return `{ ${line} }`
      lines.push(inner + line)
    }
    return declarations ? `{\n${lines.join('\n')}\n${indent}}` : `{ ${lines.join('; ')} }`
  }

  /** The type of the members that have no name in the schema; undefined if there are none. */
  function restType(schema: Schema, depth: number, indent: string, types: ReadonlySet<string>): string | undefined {
    const { additionalProperties, patternProperties, unevaluatedProperties } = schema
    const patterns: Schema = Object(patternProperties)
    const rests = Object.values(patterns)
    const isOpen =
      Object.keys(schema).some((one) => /^(if|dependen.*)$/.test(one)) ||
      // Some write a map as a pattern that any name matches.
      (rests.length && !Object.keys(patterns).some((one) => /^\^?\(?\.\*\)?\$?$/.test(one)))
    // Without any names, and next to patterns and conditions, there may be others.
    if (additionalProperties === undefined && (isOpen || unevaluatedProperties || !(types.size || rests.length)))
      return 'unknown'
    if (additionalProperties) rests.push(additionalProperties)
    if (!rests.length) return types.size ? undefined : schema.properties ? 'never' : 'unknown'
    const type = either(rests.map((one) => typeOf(one, depth, indent)))
    // The named members have to fit as well.
    return [...types].every((other) => other === type) ? type : 'unknown'
  }

  function arrayType(
    { items, prefixItems, additionalItems, minItems, maxItems }: Schema,
    depth: number,
    indent: string,
  ) {
    const [first, rest] = Array.isArray(items) ? [items, additionalItems] : [list(prefixItems), items]
    if (!first.length) return `${atom(typeOf(rest, depth, indent))}[]`
    const types = first.map((item, index) => {
      const type = atom(typeOf(item, depth, indent))
      return index < (minItems as number) ? type : `${type}?`
    })
    const isClosed = rest === false || (maxItems as number) <= first.length
    if (!isClosed) types.push(`...${atom(typeOf(rest, depth, indent))}[]`)
    return `[${types.join(', ')}]`
  }

  /** `outerType` is that of the schema with the reference. The target has a type of its own, or it may be about any of them. */
  function refType(ref: string, depth: number, indent: string, owner?: string, outerType?: unknown): string {
    const target = follow(root, ref)
    if (!isObject(target)) return target === false ? 'never' : 'unknown'
    if (!target.type && Array.isArray(outerType)) return 'unknown'
    if (declarations) return namedType(target, ref, declarations, owner)
    if (open.has(target)) return 'unknown'
    open.add(target)
    const type = typeOf(target, depth + 1, indent)
    open.delete(target)
    return type
  }

  function namedType(target: Schema, ref: string, { unique }: Declarations, owner?: string): string {
    let name = named.get(target)
    if (!name) {
      if (named.size >= MAX_NAMED) return 'unknown'
      name = unique(prefix + toPascalCase(ref.slice(ref.lastIndexOf('/') + 1)))
      named.set(target, name)
    }
    return owner === undefined || link(owner, name) ? name : 'unknown'
  }

  /** Whether a type may be the same as another, or have it as a part: not if it is a part of that itself. */
  function link(owner: string, name: string): boolean {
    const reached = new Set([name])
    for (const one of reached) for (const next of parts.get(one) ?? []) reached.add(next)
    if (reached.has(owner)) return false
    parts.set(owner, (parts.get(owner) ?? new Set()).add(name))
    return true
  }

  function either(types: readonly string[]): string {
    return combine(types, ' | ', 'never', 'unknown')
  }

  function both(types: readonly string[]): string {
    return combine(types, ' & ', 'unknown', 'never')
  }

  /** `empty` changes nothing, beside `full` nothing else matters. */
  function combine(types: readonly string[], operator: string, empty: string, full: string): string {
    const all = [...new Set(types)].filter((type) => type !== empty)
    if (!types.length) return 'unknown'
    if (all.includes(full)) return full
    if (all.length < 2) return all[0] ?? empty
    const type = all
      .map((one) => (operators.get(one) === ' | ' && operator === ' & ' ? `(${one})` : one))
      .join(operator)
    operators.set(type, operator)
    return type
  }

  /** In parentheses where `[]` or `?` would take only a part of it. */
  function atom(type: string): string {
    return operators.has(type) ? `(${type})` : type
  }
}

/** What a schema without `type` means: strictly, it allows anything else as well, which nobody has in mind. */
function impliedType(schema: Schema): string | undefined {
  if (['properties', 'required', 'additionalProperties', 'patternProperties'].some((one) => one in schema))
    return 'object'
  return 'items' in schema || 'prefixItems' in schema ? 'array' : undefined
}

/** What a reference within the schema points at. */
function follow(root: unknown, ref: string): unknown {
  const [start, ...steps] = (toText(ref, decodeURIComponent) ?? ref).split('/')
  let found = start === '#' ? root : undefined
  for (const step of steps) {
    const key = step.replace(/~1/g, '/').replace(/~0/g, '~')
    found = Object.hasOwn(Object(found), key) ? (found as Schema)[key] : undefined
  }
  return found
}

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
