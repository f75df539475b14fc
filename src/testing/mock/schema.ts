/** Schemas of either kind: how they are listed, and how values are checked by them. */
import type { StandardSchema } from '../../types/standard-schema.ts'
import { type Schema, schemaIssues } from '../features/json-schema.ts'
import { isObject } from '../util/is-object.ts'
import type { AnySchema } from './tool.ts'

/** The value, changed as the schema says, or one sentence for each thing that is wrong with it. */
export type Checked = { value: unknown } | { issues: string[] }

/** The part of Standard JSON Schema that turns a schema into a JSON Schema. */
interface StandardJsonSchema {
  jsonSchema?: Partial<Record<'input' | 'output', (options: { target: string }) => Record<string, unknown>>>
}

/** An issue of Standard Schema; segments of its path are keys or objects with a key. */
interface StandardIssue {
  message: string
  path?: readonly (PropertyKey | { key: PropertyKey })[]
}

const OPEN_OBJECT: Schema = { type: 'object' }

export function isStandard(schema: unknown): schema is StandardSchema {
  return (typeof schema === 'object' || typeof schema === 'function') && schema !== null && '~standard' in schema
}

/** As a client gets it. A schema that cannot be written as JSON Schema is listed as one that takes any object. */
export function listedSchema(schema: unknown, side: 'input' | 'output'): Schema {
  // MCP demands the type, which is easily left out.
  if (!isStandard(schema)) return isObject(schema) ? { type: 'object', ...schema } : OPEN_OBJECT
  const { jsonSchema } = schema['~standard'] as StandardJsonSchema
  try {
    return jsonSchema?.[side]?.({ target: 'draft-2020-12' }) ?? OPEN_OBJECT
  } catch {
    return OPEN_OBJECT
  }
}

/** `label` is what paths begin with. */
export async function check(schema: AnySchema, value: unknown, label: string): Promise<Checked> {
  if (!isStandard(schema)) {
    const issues = schemaIssues(schema, value, label)
    return issues.length > 0 ? { issues } : { value }
  }
  const result = await schema['~standard'].validate(value)
  if (!result.issues) return { value: result.value }
  return { issues: (result.issues as readonly StandardIssue[]).map((issue) => describe(issue, label)) }
}

function describe({ message, path = [] }: StandardIssue, label: string): string {
  const keys = path.map((segment) => (typeof segment === 'object' ? segment.key : segment))
  const steps = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
  return `${label}${steps.join('')}: ${message}`
}
