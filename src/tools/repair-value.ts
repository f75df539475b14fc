/** Changes of arguments that models get wrong in the same ways again and again: only those that leave no choice. */
import { isObject } from '../core/util/is-object.ts'
import type { JsonSchema } from '../types/tools.ts'
import { createChecker, memberSchema } from './check-arguments.ts'

/** One change. */
export interface ArgumentChange {
  /** Where, as a JSON pointer. */
  path: string
  /** What the model sent. */
  from: unknown
  /** What the server gets; undefined if it gets nothing. */
  to: unknown
}

/** The result of a repair. */
export interface Repaired {
  args: object
  changes: ArgumentChange[]
}

/** Undefined if the arguments fit the schema, or if no certain changes make them fit. */
export function repairArgs(args: object, schema: JsonSchema): Repaired | undefined {
  const { fits, resolve } = createChecker(schema)
  try {
    const [repaired, changes] = repair(args, schema, '')
    return changes.length > 0 && fits(repaired, schema) ? { args: repaired as object, changes } : undefined
  } catch {
    // The schema or the arguments are absurd. The server decides.
    return undefined
  }

  function repair(value: unknown, schema: unknown, path: string): [value: unknown, changes: ArgumentChange[]] {
    const rules = resolve(schema)
    if (!rules || fits(value, schema)) return [value, []]
    const { type, allOf, anyOf, oneOf } = rules
    if (Array.isArray(allOf)) {
      const { allOf: _, ...own } = rules
      let [current, all] = repair(value, own, path)
      for (const form of allOf) {
        const [next, changes] = repair(current, form, path)
        current = next
        all = [...all, ...changes]
      }
      return [current, all]
    }
    const forms = [anyOf, oneOf].flat().filter((form) => form !== undefined)
    if (forms.length > 0) return repairUnion(value, forms, path)
    const types = [type].flat()
    const changed = changeType(value, types, rules)
    if (changed !== undefined) {
      const [result, deeper] = repair(changed, schema, path)
      if (fits(result, schema)) return [result, [{ path, from: value, to: changed }, ...deeper]]
    }
    if (Array.isArray(value) && rules.prefixItems === undefined) {
      const items = value.map((item, index) => repair(item, rules.items, `${path}/${index}`))
      return [items.map(([item]) => item), items.flatMap(([, changes]) => changes)]
    }
    return isObject(value) ? repairMembers(value, rules, path) : [value, []]
  }

  /** Only if one form is left to choose. */
  function repairUnion(value: unknown, forms: unknown[], path: string): [unknown, ArgumentChange[]] {
    const possible = new Map<string, [unknown, ArgumentChange[]]>()
    for (const form of forms) {
      const repaired = repair(value, form, path)
      if (fits(repaired[0], form)) possible.set(JSON.stringify(repaired[0]), repaired)
    }
    const [only] = possible.values()
    return only && possible.size === 1 ? only : [value, []]
  }

  function repairMembers(
    object: Record<string, unknown>,
    rules: JsonSchema,
    path: string,
  ): [unknown, ArgumentChange[]] {
    const changes: ArgumentChange[] = []
    const members = Object.entries(object).flatMap(([key, member]) => {
      const name = rename(key, object, rules)
      const at = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
      if (name !== key) changes.push({ path: at, from: key, to: name })
      const own = memberSchema(rules, name)
      const isRequired = [rules.required].flat().includes(name)
      if (member === null && !isRequired && own !== rules.additionalProperties && !fits(null, own)) {
        changes.push({ path: at, from: null, to: undefined })
        return []
      }
      const [repaired, deeper] = repair(member, own, at)
      changes.push(...deeper)
      return [[name, repaired] as const]
    })
    return [Object.fromEntries(members), changes]
  }
}

/** A key that differs only in case from one that is missing, if the object cannot have it as it is. */
function rename(key: string, object: object, rules: JsonSchema): string {
  const { properties, required, additionalProperties } = rules
  const known = Object.keys(Object(properties))
  if (known.includes(key)) return key
  const alike = known.filter((other) => other.toLowerCase() === key.toLowerCase())
  const [name] = alike
  if (name === undefined || alike.length > 1 || Object.hasOwn(object, name)) return key
  // Two keys of the model for one of the schema: which one is meant?
  if (Object.keys(object).filter((other) => other.toLowerCase() === name.toLowerCase()).length > 1) return key
  return additionalProperties === false || [required].flat().includes(name) ? name : key
}

/** The value in another type, if there is one that the schema wants and that says the same. */
function changeType(value: unknown, types: unknown[], { enum: values }: JsonSchema): unknown {
  if (typeof value === 'string') {
    if (types.includes('boolean') && /^(true|false)$/.test(value)) return value === 'true'
    const number = Number(value)
    const isExact = String(number) === value && Number.isFinite(number)
    if (isExact && types.includes('number')) return number
    if (isExact && types.includes('integer') && Number.isSafeInteger(number)) return number
    if (Array.isArray(values)) {
      const alike = values.filter((one) => `${one}`.toLowerCase() === value.toLowerCase())
      if (alike.length === 1 && typeof alike[0] === 'string') return alike[0]
    }
    // Numbers with more digits are not the same after parsing.
    const parsed = /^\s*[[{]/.test(value) && !/\d{16}/.test(value) ? parse(value) : undefined
    if (types.includes(Array.isArray(parsed) ? 'array' : 'object') && typeof parsed === 'object') return parsed
  }
  return types.includes('array') && !Array.isArray(value) && value !== null ? [value] : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
