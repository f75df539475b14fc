/** Values of a JSON Schema, and values that are almost of it. The same for the same schema. */
import { Validator } from '@cfworker/json-schema'

type Schema = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Those of these values that the validator accepts, or those that it does not, each once. */
export function filterBy(schema: object, values: readonly unknown[], isValid: boolean): unknown[] {
  const validator = new Validator(schema as never, '2020-12', false)
  const fitting = values.filter((value) => validator.validate(value).valid === isValid)
  return [...new Set(fitting.map((value) => JSON.stringify(value)))].map((text) => JSON.parse(text))
}

/** Values with all members, with the required ones, and of several branches. Not all of them need be valid. */
export function valuesOf(root: object): unknown[] {
  return [true, false].flatMap((all) => [0, 1, 2].map((branch) => createValue(root, root, { all, branch }, 0)))
}

interface Choice {
  all: boolean
  branch: number
}

function createValue(schema: unknown, root: object, choice: Choice, depth: number): unknown {
  if (!isObject(schema)) return 'anything'
  if ('const' in schema) return schema.const
  const values = list(schema.enum)
  if (values.length) return values[choice.branch % values.length]
  const inner = (one: unknown) => createValue(one, root, choice, depth + 1)
  const ref = typeof schema.$ref === 'string' && schema.$ref.startsWith('#') ? follow(root, schema.$ref) : undefined
  if (depth > 8) return {}
  const branches = [list(schema.anyOf), list(schema.oneOf)].filter(({ length }) => length)
  const parts = [ref, ...list(schema.allOf), ...branches.map((all) => all[choice.branch % all.length])].filter(isObject)
  const type = list([schema.type].flat())[choice.branch % [schema.type].flat().length]
  const own = ownValue(schema, typeof type === 'string' ? type : undefined, choice, inner, depth)
  const all = [...parts.map(inner), own].filter((value) => value !== undefined)
  if (all.length && all.every(isObject)) return Object.assign({}, ...all)
  return all[0] ?? 'anything'
}

function ownValue(
  schema: Schema,
  type: string | undefined,
  choice: Choice,
  inner: (one: unknown) => unknown,
  depth: number,
) {
  const { minimum, exclusiveMinimum, minLength, format } = schema as Record<string, number>
  if (type === 'string') {
    const formats: Record<string, string> = {
      email: 'me@example.com',
      uri: 'https://example.com',
      date: '2026-01-02',
      'date-time': '2026-01-02T03:04:05Z',
      uuid: '7f5f8c0e-0000-4000-8000-000000000000',
    }
    return formats[format as unknown as string] ?? 'text'.padEnd(minLength ?? 0, '.')
  }
  if (type === 'number' || type === 'integer')
    return minimum ?? (exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1)
  if (type === 'boolean') return choice.branch === 0
  if (type === 'null') return null
  if (type === 'array' || 'prefixItems' in schema) {
    const first = Array.isArray(schema.items) ? schema.items : list(schema.prefixItems)
    if (first.length) return first.map(inner)
    return depth < 6 && (choice.all || Number(schema.minItems) > 0) ? [inner(schema.items)] : []
  }
  if (type !== 'object' && !('properties' in schema) && !('required' in schema)) return undefined
  const members = isObject(schema.properties) ? schema.properties : {}
  const names = choice.all && depth < 6 ? Object.keys(members) : []
  const all = new Set([...names, ...(list(schema.required) as string[])])
  const value = Object.fromEntries([...all].map((name) => [name, inner(members[name])]))
  const isMap = isObject(schema.additionalProperties) && choice.all
  return isMap ? { ...value, another: inner(schema.additionalProperties) } : value
}

function follow(root: object, ref: string): unknown {
  let found: unknown = root
  for (const step of ref.split('/').slice(1)) {
    found = (found as Schema | undefined)?.[decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return found
}

/** Each with one change: a member is gone, or a part is of another type. */
export function mutate(value: unknown): unknown[] {
  const others = [{ mutated: [true] }, ['mutated'], 'mutated', 42].filter(
    (other) => typeof other !== typeof value || Array.isArray(other) !== Array.isArray(value),
  )
  if (Array.isArray(value)) {
    return [...others, ...value.flatMap((item, index) => mutate(item).map((other) => value.with(index, other)))]
  }
  if (!isObject(value)) return others
  return [
    ...others,
    ...Object.keys(value).flatMap((name) => {
      const { [name]: member, ...rest } = value
      return [rest, ...mutate(member).map((other) => ({ ...rest, [name]: other }))]
    }),
  ]
}
