/** The types of real servers and of other people's schemas: they compile everywhere, valid values have them, and others do not. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { generateTypes, type ServerLists } from '../../src/typegen/index.ts'
import type { Tool } from '../../src/types/index.ts'
import { schemas } from '../browser/playground/schemas/index.ts'
import { installed, root } from '../support/paths.ts'
import { runProcess } from '../support/processes.ts'
import { peer } from './peers.ts'
import recorded from './typegen/servers.json' with { type: 'json' }
import { filterBy, mutate, valuesOf } from './typegen/values.ts'

/** Below the repository, so that the compilers find nothing else to read. */
const folder = join(root, 'node_modules/.cache/typegen-test')

/** A value and whether it has the type of the tool. */
interface Case {
  /** Where it is: the number of its line in the file of the server. */
  line: number
  isValid: boolean
  what: string
}

/** Each server as a file of its own: those that were recorded, and one for each schema of the collection. */
const servers: [name: string, lists: ServerLists, given: unknown[]][] = [
  ...Object.entries(recorded as unknown as Record<string, ServerLists>).map(
    ([name, lists]) => [name, lists, []] as [string, ServerLists, unknown[]],
  ),
  ...schemas.map(({ name, schema, value }): [string, ServerLists, unknown[]] => {
    const tool = { name: 'tool', inputSchema: schema, outputSchema: schema } as Tool
    return [name, { tools: [tool] }, [value]]
  }),
]

const cases = new Map<string, Case[]>()

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await Promise.all(
    servers.map(async ([name, lists, given], index) => writeServer(`server-${index}.ts`, name, lists, given)),
  )
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022'],
    module: 'nodenext',
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
  }
  const files = [...cases.keys()]
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
})

async function writeServer(file: string, name: string, lists: ServerLists, given: unknown[]): Promise<void> {
  const types = await generateTypes(lists, { name: 'Docs' })
  const lines = types.split('\n')
  const found: Case[] = []
  for (const { name: tool, inputSchema, outputSchema } of lists.tools ?? []) {
    // Arguments are an object, even where a server does not say so.
    const parts = { input: { ...inputSchema, type: 'object' }, ...(outputSchema && { output: outputSchema }) }
    for (const [part, schema] of Object.entries(parts)) {
      const type = `Docs['tools'][${JSON.stringify(tool)}]['${part}']`
      const valid = filterBy(schema, [...given, ...valuesOf(schema)], true)
      const invalid = filterBy(schema, valid.flatMap(mutate), false)
      for (const [values, isValid] of [
        [valid, true],
        [invalid, false],
      ] as const) {
        for (const value of values.slice(0, 60)) {
          const text = JSON.stringify(value)
          found.push({ line: lines.length + 1, isValid, what: `${name} ${tool} ${part} ${text}` })
          lines.push(`export const value${lines.length}: ${type} = ${text}`)
        }
      }
      if (!valid.length) throw new Error(`No value for the ${part} of the tool ${tool} of ${name}`)
    }
  }
  cases.set(file, found)
  await writeFile(join(folder, file), `${lines.join('\n')}\n`)
}

/** The lines with errors, by file. */
async function compile(compiler: string): Promise<Map<string, Set<number>>> {
  const output = await runProcess(compiler, ['-p', folder, '--pretty', 'false'], { cwd: folder }).then(
    () => '',
    (error: Error) => error.message,
  )
  const errors = new Map<string, Set<number>>()
  for (const [, file, line] of output.matchAll(/^(server-\d+\.ts)\((\d+),\d+\): error/gm)) {
    errors.set(file!, (errors.get(file!) ?? new Set()).add(Number(line)))
  }
  if (!errors.size) throw new Error(output)
  return errors
}

/** Valid, but with a member that the schema does not name: most likely it is misspelt. And an object of TypeScript has a constructor. */
const asMisspelt = [
  ['by hand: names of Object.prototype', '{}'],
  ['by hand: an argument that the schema does not know', '{"q":"x","more":"y"}'],
].flatMap(([name, value]) => ['input', 'output'].map((part) => `${name} tool ${part} ${value}`))

/** Schemas that types cannot express: conditions, and names of schemas. Their types are wider. */
const BEYOND_TYPES =
  /^(conditions: |by hand: (if, then, else|dependentRequired)|draft-07: (an id|dependencies)|2020-12: \$anchor|TypeBox: Type.Recursive)/

const real = Object.keys(recorded).length

describe(`the types of ${real} real servers and of ${schemas.length} schemas of forms`, () => {
  test.for([
    ['5.4', peer('typescript-5.4/bin/tsc')],
    ['5.9', peer('typescript-5.9/bin/tsc')],
    ['6.0', peer('typescript-6.0/bin/tsc')],
    ['7.0', installed('tsc')],
  ])('compile with TypeScript %s; valid values have them, values with another type do not', async ([, compiler]) => {
    expect(real).toBe(29)
    const errors = await compile(compiler!)
    const all = [...cases].flatMap(([file, found]) =>
      found.map((one) => ({ ...one, isRefused: !!errors.get(file)?.has(one.line) })),
    )
    const inTypes = [...errors].flatMap(([file, lines]) => {
      const values = new Set(cases.get(file)!.map(({ line }) => line))
      return [...lines].filter((line) => !values.has(line)).map((line) => `${file}:${line}`)
    })
    expect(inTypes).toEqual([])
    expect(all.filter(({ isValid, isRefused }) => isValid && isRefused).map(({ what }) => what)).toEqual(asMisspelt)
    const invalid = all.filter(({ isValid }) => !isValid)
    const accepted = invalid.filter(({ isRefused }) => !isRefused)
    expect(invalid.length).toBeGreaterThan(1_400)
    expect(accepted.map(({ what }) => what).filter((what) => !BEYOND_TYPES.test(what))).toEqual([])
    expect(accepted.length).toBeLessThan(0.05 * invalid.length)
  })
})
