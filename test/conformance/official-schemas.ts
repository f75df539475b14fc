/**
 * The JSON schemas of the specification, as the official conformance suite has them. It is published as one file, in which
 * they are literals. It has none of 2024-11-05: that one is made of the next by taking away what the next added.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema'
import { root } from '../support/paths.ts'

export type OfficialVersion = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28'

/** In this order in the file. */
const VERSIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const

export interface OfficialSchemas {
  readonly names: readonly string[]
  /** What is wrong with a value; undefined if nothing is. */
  findProblem(name: string, value: unknown): string | undefined
}

export async function readOfficialSchemas(): Promise<Record<OfficialVersion, OfficialSchemas>> {
  const text = await readFile(SUITE, 'utf8')
  const starts = [...text.matchAll(/=(?=\{\$schema:`[^`]*`,(?:definitions|\$defs):\{Annotations)/g)]
  if (starts.length !== VERSIONS.length) throw new Error(`The suite has ${starts.length} schemas`)
  const files = starts.map(({ index }) => readLiteral(text, index + 1))
  const read = Object.fromEntries(VERSIONS.map((version, index) => [version, createSchemas(files[index]!)]))
  return { '2024-11-05': createSchemas(withoutAdditions(files[0]!)), ...read } as never
}

const SUITE = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')

type SchemaFile = { $schema: string } & Record<'definitions' | '$defs', Record<string, object>>

interface Definition {
  properties?: Record<string, Definition>
}

/** What 2025-03-26 added to 2024-11-05, by the definition and its member. */
const ADDED_IN_MARCH = [
  ['ServerCapabilities', 'completions'],
  ['ProgressNotification', 'params', 'message'],
  ['Tool', 'annotations'],
]

/** The schema of 2024-11-05, of that of 2025-03-26: no sound, no annotations of tools, no batches. */
function withoutAdditions(file: SchemaFile): SchemaFile {
  const {
    AudioContent: _,
    ToolAnnotations,
    JSONRPCBatchRequest,
    JSONRPCBatchResponse,
    ...definitions
  } = JSON.parse(JSON.stringify(file.definitions), (_key, value) =>
    isChoice(value) ? { ...value, anyOf: value.anyOf.filter(isNotAdded) } : value,
  ) as Record<string, Definition>
  for (const [name, ...path] of ADDED_IN_MARCH) {
    const last = path.pop()!
    const members = path.reduce((schema, key) => schema?.properties?.[key], definitions[name!])?.properties
    if (!members?.[last]) throw new Error(`${name} has no ${last}`)
    delete members[last]
  }
  return { ...file, definitions }
}

interface Choice {
  $ref?: string
  description?: string
}

const isChoice = (value: unknown): value is { anyOf: Choice[] } => {
  return typeof value === 'object' && value !== null && Array.isArray((value as { anyOf?: unknown }).anyOf)
}

/** JSONRPCMessage has the batches without a reference to their definitions. */
const isNotAdded = ({ $ref = '', description = '' }: Choice) =>
  !/\/AudioContent$/.test($ref) && !description.startsWith('A JSON-RPC batch')

/** The object literal that begins here: its texts are template strings, which may contain braces. */
function readLiteral(text: string, start: number): SchemaFile {
  let depth = 0
  for (const { 0: token, index } of text
    .slice(start, start + 500_000)
    .matchAll(/`(?:\\.|[^`\\])*`|"(?:\\.|[^"\\])*"|[{}]/gs)) {
    if (token === '{') depth++
    if (token === '}' && --depth === 0) return runInNewContext(`(${text.slice(start, start + index + 1)})`)
  }
  throw new Error('The literal does not end')
}

/**
 * The files are generated from TypeScript, and the generator wrote `integer` where the specification has `number`: in the
 * answers of forms and in the numbers of their fields.
 */
function fixNumbers(definitions: Record<string, Schema>): void {
  for (const name of ['ElicitResult', 'InputResponses', 'NumberSchema']) {
    const text = JSON.stringify(definitions[name] ?? null)
    // The type of a field may really be an integer.
    const fixed = text.replaceAll(/"type":("integer"|\["string","integer","boolean"\])/g, (found) =>
      found.replace('integer', 'number'),
    )
    if (text !== 'null') definitions[name] = JSON.parse(fixed) as Schema
  }
}

function createSchemas(file: SchemaFile): OfficialSchemas {
  const keyword = file.definitions ? 'definitions' : '$defs'
  const draft: SchemaDraft = file.definitions ? '7' : '2020-12'
  const definitions = JSON.parse(JSON.stringify(file[keyword])) as Record<string, Schema>
  fixNumbers(definitions)
  const validators = new Map<string, Validator>()
  return {
    names: Object.keys(definitions),
    findProblem(name, value) {
      const validator =
        validators.get(name) ?? new Validator({ [keyword]: definitions, $ref: `#/${keyword}/${name}` }, draft, false)
      validators.set(name, validator)
      const { valid, errors } = validator.validate(value)
      return valid ? undefined : errors.map((error) => `${error.instanceLocation} ${error.error}`).join('; ')
    },
  }
}
