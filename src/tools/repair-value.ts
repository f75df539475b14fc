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
    const result = repairForms(value, rules, path)
    // Members were checked on their own. A rule that cannot be checked may refuse what is changed.
    const { properties: _, additionalProperties: __, items: ___, ...own } = rules
    return result[1].length > 0 && fits(result[0], own, true) ? result : [value, []]
  }

  function repairForms(value: unknown, rules: JsonSchema, path: string): [unknown, ArgumentChange[]] {
    const { allOf, anyOf, oneOf, ...own } = rules
    const unions = [anyOf, oneOf].filter(Array.isArray)
    if (!Array.isArray(allOf) && unions.length === 0) return repairOwn(value, rules, path)
    let [current, all] = repair(value, own, path)
    const apply = ([next, changes]: [unknown, ArgumentChange[]]) => {
      current = next
      all = [...all, ...changes]
    }
    for (const form of [allOf ?? []].flat()) apply(repair(current, form, path))
    for (const forms of unions) apply(repairUnion(current, forms, path))
    return [current, all]
  }

  function repairOwn(value: unknown, rules: JsonSchema, path: string): [unknown, ArgumentChange[]] {
    const changed = changeType(value, [rules.type].flat(), rules)
    if (changed !== undefined) {
      const [result, deeper] = repair(changed, rules, path)
      if (fits(result, rules, true)) return [result, [{ path, from: value, to: changed }, ...deeper]]
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
      const own = memberSchema(rules, name)
      const isRequired = [rules.required].flat().includes(name)
      if (member === null && !isRequired && own !== rules.additionalProperties && !fits(null, own)) {
        changes.push({ path: at, from: null, to: undefined })
        return []
      }
      const [repaired, deeper] = repair(member, own, at)
      if (name !== key && !fits(repaired, own, true)) return [[key, member] as const]
      if (name !== key) changes.push({ path: at, from: key, to: name })
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
    if (isExact(value) && (types.includes('number') || (types.includes('integer') && Number.isInteger(number)))) {
      return number
    }
    if (Array.isArray(values)) {
      const alike = values.filter((one) => `${one}`.toLowerCase() === value.toLowerCase())
      if (alike.length === 1 && typeof alike[0] === 'string') return alike[0]
    }
    if (/^\s*[[{]/.test(value)) {
      const parsed = parse(value)
      if (types.includes(Array.isArray(parsed) ? 'array' : 'object')) return parsed
      // A text that looks like JSON is none of the values of an array.
      return types.includes('array') && parsed !== undefined ? [parsed] : undefined
    }
  }
  return types.includes('array') && !Array.isArray(value) && value !== null ? [value] : undefined
}

/** Whether a number is written as JSON writes it, and keeps all of its digits. */
function isExact(text: string): boolean {
  const number = Number(text)
  return String(number) === text && Number.isFinite(number) && (number % 1 !== 0 || Number.isSafeInteger(number))
}

/** The object or array that a text says; undefined if anything would get lost, such as digits or a member of the same key. */
function parse(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text)
    // Strings may have escapes, fractions zeros at their end, and everything may have blanks around it.
    const plain = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|\s+|-?\d[\w.+-]*/g, (token) => {
      if (token.startsWith('"')) return JSON.stringify(JSON.parse(token))
      const number = token.trim().replace(/\.0+$|(\.\d*[1-9])0+$/, '$1')
      return number === '' || isExact(number) ? number : '?'
    })
    return plain === JSON.stringify(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}
