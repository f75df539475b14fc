/** One interface for everything that a server lists, as TypeScript. */
import type { Prompt } from '../types/prompts.ts'
import type { Resource, ResourceTemplate } from '../types/resources.ts'
import type { Tool } from '../types/tools.ts'
import { toolDigest } from './digest.ts'
import { type Declarations, list, schemaType } from './schema-type.ts'
import { toComment, toKey, toPascalCase } from './text.ts'

/** What a server lists. */
export interface ServerLists {
  /** Its tools. */
  readonly tools?: readonly Tool[] | undefined
  /** Its prompts. */
  readonly prompts?: readonly Prompt[] | undefined
  /** Its resources. */
  readonly resources?: readonly Resource[] | undefined
  /** Its resource templates. */
  readonly resourceTemplates?: readonly ResourceTemplate[] | undefined
}

/** The options of `generateTypes()`. */
export interface GenerateTypesOptions {
  /** The name of the interface, such as `Docs`. @default 'Server' */
  name?: string | undefined
  /** The comment at the top of the file, such as the command that writes it. */
  header?: string | undefined
}

/**
 * A file with an interface for `connect<Docs>(url)`, and a constant with the digests of the tools for `watchDrift()`. The
 * same lists give the same text, whatever their order.
 *
 * @example
 * const file = await generateTypes(await readLists(client), { name: 'Docs' })
 */
export async function generateTypes(lists: ServerLists, options: GenerateTypesOptions = {}): Promise<string> {
  const server = toPascalCase(options.name ?? '').replace(/^(?=\d)/, '_') || 'Server'
  const digestsName = `${server[0]!.toLowerCase()}${server.slice(1)}Digests`
  const used = new Map([
    [server, 1],
    [digestsName, 1],
  ])
  const declared: string[] = []
  const declarations: Declarations = {
    unique(name) {
      const count = (used.get(name) ?? 0) + 1
      used.set(name, count)
      return count > 1 ? declarations.unique(`${name}_${count}`) : name
    },
    add: (name, type, description) => declared.push(`\n${toComment(description, '')}export type ${name} = ${type}\n`),
  }
  const type = (schema: unknown, isInput: boolean, prefix = '') => schemaType(schema, isInput, declarations, prefix)
  const tools = sorted(lists.tools, 'name')
  const digests = await Promise.all(tools.map(toolDigest))
  const body = [
    section('tools', tools, 'name', ({ name, inputSchema, outputSchema }) => {
      const prefix = server + toPascalCase(name)
      const output = outputSchema && `\n      output: ${type(outputSchema, false, `${prefix}Output`)}`
      return `{\n      input: ${type(asObject(inputSchema), true, `${prefix}Input`)}${output ?? ''}\n    }`
    }),
    section('prompts', lists.prompts, 'name', (prompt) => {
      return `{\n      arguments: ${type(argumentsSchema(prompt), false)}\n    }`
    }),
    section('resources', lists.resources, 'uri'),
    section('resourceTemplates', lists.resourceTemplates, 'uriTemplate'),
  ].join('')
  return `${toComment(options.header, '')}/* eslint-disable */

/** For connect<${server}>() */
export interface ${server} {
${body}}
${declared.join('')}
/** For watchDrift() */
export const ${digestsName} = {
${tools.map(({ name }, index) => `  ${toKey(name)}: '${digests[index]}',\n`).join('')}} as const
`
}

/** Arguments are always an object, whatever the schema says. */
export const asObject = (schema: object): object => ({ ...schema, type: 'object' })

function argumentsSchema(prompt: Prompt): object {
  // Some servers send null.
  const args = list(prompt.arguments) as NonNullable<Prompt['arguments']>
  const members = args.map(({ name, description }) => [name, { type: 'string', description }])
  const required = args.map((one) => one.required && one.name)
  return { properties: Object.fromEntries(members), required, additionalProperties: false }
}

function section<Key extends string, Item extends Described & Record<Key, string>>(
  name: string,
  items: readonly Item[] | undefined,
  key: Key,
  typeOf: (item: Item) => string = () => '{}',
): string {
  const members = sorted(items, key).map((item) => {
    return `${toComment(item.description ?? item.title, '    ')}    ${toKey(item[key])}: ${typeOf(item)}\n`
  })
  return `  ${name}: {\n${members.join('')}  }\n`
}

/** Each once: a server that lists two of a name has one of them. */
function sorted<Key extends string, Item extends Record<Key, string>>(items: readonly Item[] = [], key: Key): Item[] {
  const byKey = new Map(items.map((item) => [item[key], item]))
  return [...byKey.keys()].sort().map((one) => byKey.get(one)!)
}

/** The words about something that is listed. */
interface Described {
  title?: string
  description?: string
}
