/** A JSON Schema validator for the keywords that the mock server's own schemas use. */
import { isObject } from '../util/is-object.ts'

export type Schema = Readonly<Record<string, unknown>>

/** One sentence for each violation. References are not followed. */
export function schemaIssues(schema: Schema, value: unknown, path = 'value'): string[] {
  return [...shapeIssues(schema, value, path), ...combinationIssues(schema, value, path)]
}

function shapeIssues(schema: Schema, value: unknown, path: string): string[] {
  const types = [schema.type ?? []].flat() as string[]
  if (types.length > 0 && !types.some((type) => hasType(type, value))) {
    return [`${path} must be ${types.join(' or ')}, got ${JSON.stringify(value)}`]
  }
  const found: string[] = []
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) found.push(`${path} must be one of ${schema.enum}`)
  if ('const' in schema && schema.const !== value) found.push(`${path} must be ${JSON.stringify(schema.const)}`)
  if (typeof schema.pattern === 'string' && typeof value === 'string' && !new RegExp(schema.pattern).test(value)) {
    found.push(`${path} must match ${schema.pattern}`)
  }
  if (Array.isArray(value) && isObject(schema.items)) {
    for (const [index, item] of value.entries()) found.push(...schemaIssues(schema.items, item, `${path}[${index}]`))
  }
  if (isObject(value)) found.push(...memberIssues(schema, value, path))
  return found
}

function memberIssues(schema: Schema, value: Record<string, unknown>, path: string): string[] {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const found: string[] = []
  for (const key of (schema.required ?? []) as string[]) {
    if (!Object.hasOwn(value, key)) found.push(`${path}.${key} is missing`)
  }
  for (const [key, member] of Object.entries(value)) {
    const rule = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (isObject(rule)) found.push(...schemaIssues(rule, member, `${path}.${key}`))
    else if (schema.additionalProperties === false) found.push(`${path}.${key} is not expected`)
  }
  return found
}

function combinationIssues(schema: Schema, value: unknown, path: string): string[] {
  const fits = (branch: unknown) => !isObject(branch) || schemaIssues(branch, value, path).length === 0
  const found: string[] = []
  for (const branch of (schema.allOf ?? []) as Schema[]) found.push(...schemaIssues(branch, value, path))
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = schema[keyword]
    if (Array.isArray(branches) && !branches.some(fits)) found.push(`${path} fits no branch of ${keyword}`)
  }
  const branch = 'if' in schema ? (fits(schema.if) ? schema.then : schema.else) : undefined
  if (isObject(branch)) found.push(...schemaIssues(branch, value, path))
  return found
}

function hasType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'null') return value === null
  return typeof value === type
}
