/** What is known of servers types their clients, groups, stores and tools; without it, everything is as before. */
import {
  type CallToolResult,
  type CheckedToolResult,
  type Client,
  connect,
  type GetPromptResult,
  type InferSchema,
  type InputRequired,
  type StandardSchema,
  type Tool,
} from 'mcp-over-fetch'
import { connectGroup, type Group } from 'mcp-over-fetch/group'
import { createMcpStore, type McpStore } from 'mcp-over-fetch/store'
import { createMockServer } from 'mcp-over-fetch/testing'
import { modelTools } from 'mcp-over-fetch/tools'
import { assertType, type Same } from './assert-type.ts'

interface Docs {
  tools: {
    search: { input: { query: string; limit?: number | undefined }; output: { hits: string[] } }
    now: { input: { [key: string]: unknown } }
    'files/read': { input: { path: string } }
  }
  prompts: {
    greet: { arguments: { name: string; tone?: string } }
    hello: { arguments: { [key: string]: never } }
  }
  resources: { 'docs://index': object }
  resourceTemplates: { 'docs://{page}': object }
}

interface Crm {
  tools: { search: { input: { customer: string } }; 'add-note': { input: { text: string } } }
  prompts: Record<never, never>
}

interface Empty {
  tools: Record<never, never>
  prompts: Record<never, never>
}

declare const docs: Client<Docs>
declare const any: Client
declare const schema: StandardSchema<{ sum: number }>
declare const takesAny: (client: Client, group: Group, store: McpStore) => void

export async function calls(): Promise<void> {
  const result = await docs.callTool('search', { query: 'teapot', limit: undefined })
  assertType<Same<typeof result, CheckedToolResult<{ hits: string[] }>>>()
  if (!result.isError) assertType<Same<typeof result.structuredContent, { hits: string[] }>>()
  const plain = await docs.callTool('now')
  assertType<Same<typeof plain, CallToolResult>>()
  const returned = await docs.callTool('files/read', { path: '/' }, { inputRequired: 'return', timeout: 5 })
  assertType<Same<typeof returned, CallToolResult | InputRequired>>()
  const checked = await docs.callTool('now', {}, { outputSchema: schema })
  if (!checked.isError) assertType<Same<typeof checked.structuredContent, { sum: number }>>()
  const prompt = await docs.getPrompt('greet', { name: 'Ada' })
  assertType<Same<typeof prompt, GetPromptResult>>()
  await docs.getPrompt('hello')
  await docs.readResource('docs://index')
  await docs.readResource('docs://anything')
  assertType<Same<Awaited<ReturnType<typeof connect<Docs>>>, Client<Docs>>>()
}

export function wrongCalls(): unknown[] {
  return [
    // @ts-expect-error misspelt
    docs.callTool('serach', { query: 'teapot' }),
    // @ts-expect-error misspelt
    docs.callTool('search', { qery: 'teapot' }),
    // @ts-expect-error another type
    docs.callTool('search', { query: 1 }),
    // @ts-expect-error the query is missing
    docs.callTool('search'),
    // @ts-expect-error the query is missing
    docs.callTool('search', {}),
    // @ts-expect-error a misspelt option
    docs.callTool('now', {}, { timeOut: 5 }),
    // @ts-expect-error misspelt
    docs.getPrompt('gret', { name: 'Ada' }),
    // @ts-expect-error the name is missing
    docs.getPrompt('greet'),
    // @ts-expect-error misspelt
    docs.getPrompt('greet', { name: 'Ada', tune: 'kind' }),
    // @ts-expect-error it has none
    docs.getPrompt('hello', { name: 'Ada' }),
    // @ts-expect-error a failed tool may have none
    docs.callTool('search', { query: 'a' }).then(({ structuredContent }) => structuredContent.hits),
  ]
}

/** Whatever is known of a server, functions for any client take it, and nothing is known of a server without an interface. */
export async function anyServer(store: McpStore<Docs>, group: Group<{ docs: Docs }>): Promise<void> {
  takesAny(docs, group, store)
  const empty: Client<Empty> = await connect<Empty>('https://a.example')
  // @ts-expect-error it has no tools
  void empty.callTool('search')
  const known: Client<{ tools: Docs['tools'] }> = docs
  await known.getPrompt('any prompt', { any: 'argument' })
  await any.callTool('anything', { any: 1 })
  const untyped = await connect('https://a.example', { tools: [] as Tool[] })
  assertType<Same<typeof untyped, Client>>()
  const listed: Client = await connect('https://a.example', { tools: await any.listTools() })
  await listed.callTool('anything')
}

export async function groups(): Promise<void> {
  const group = await connectGroup<{ docs: Docs; crm: Crm }>({ docs: 'https://a.example', crm: { url: 'https://b' } })
  const result = await group.callTool('docs__search', { query: 'teapot' })
  if (!result.isError) assertType<Same<typeof result.structuredContent, { hits: string[] }>>()
  await group.callTool('crm__add-note', { text: 'a' })
  await group.getPrompt('docs__greet', { name: 'Ada' })
  await group.client('docs')?.callTool('search', { query: 'teapot' })
  await group.client('added later')?.callTool('anything')
  const short = await connectGroup<{ crm: Crm }, 'short'>({ crm: 'https://b.example' }, { names: 'short' })
  await short.callTool('add-note', { text: 'a' })
  await short.callTool('crm__add-note', { text: 'a' })
  const both = await connectGroup<{ docs: Docs; crm: Crm }, 'short'>(
    { docs: 'https://a.example', crm: 'https://b.example' },
    { names: 'short' },
  )
  await both.callTool('now')
  await both.callTool('crm__search', { customer: 'Ada' })
  // @ts-expect-error both servers have a tool of this name
  await both.callTool('search', { query: 'a', customer: 'Ada' })
  // The name in the group has a hash.
  await both.callTool('docs__files_read_00000000000000000000', { path: '/' })
  const untyped = await connectGroup({ docs: 'https://a.example' }, { names: 'short' })
  await untyped.callTool('anything', { any: 1 })
  assertType<Same<ReturnType<(typeof untyped)['client']>, Client | undefined>>()
  // @ts-expect-error the crm server is missing
  await connectGroup<{ docs: Docs; crm: Crm }>({ docs: 'https://a.example' })
  // @ts-expect-error its arguments are those of the crm server
  await group.callTool('crm__search', { query: 'teapot' })
  // @ts-expect-error no server of this name has tools
  await group.callTool('old__search')
  // @ts-expect-error the names are long
  await connectGroup<{ crm: Crm }>({ crm: 'https://b.example' }, { names: 'short' })
  // @ts-expect-error misspelt
  await short.callTool('add_note', { text: 'a' })
}

export async function stores(): Promise<void> {
  const store = createMcpStore<Docs>('https://a.example', { start: 'eager' })
  const { hits } = await store.withClient(async (client) => {
    const result = await client.callTool('search', { query: 'teapot' })
    return result.isError ? { hits: [] } : result.structuredContent
  })
  assertType<Same<typeof hits, string[]>>()
  await store.callTool('search', { query: 'teapot' })
  await store.get().client?.getPrompt('greet', { name: 'Ada' })
  await createMcpStore('https://a.example').callTool('anything', { any: 1 })
  // @ts-expect-error misspelt
  await store.callTool('serach', { query: 'teapot' })
}

export async function tools(): Promise<void> {
  await modelTools(docs, { allow: ['search', 'now'], deny: ({ name }) => name === 'now' })
  await modelTools(any, { allow: ['anything'] })
  await modelTools({ listTools: async () => [], callTool: async () => ({ content: [] }) }, { deny: ['anything'] })
  // @ts-expect-error misspelt
  await modelTools(docs, { allow: ['serach'] })
}

const definitions = [
  {
    name: 'add',
    inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'integer' } }, required: ['a'] },
    outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
  },
  { name: 'now', inputSchema: { type: 'object' } },
] as const

export async function handWritten(): Promise<void> {
  const client = await connect('https://a.example', { tools: definitions })
  const result = await client.callTool('add', { a: 1 })
  if (!result.isError) assertType<Same<typeof result.structuredContent, { sum: number }>>()
  await client.callTool('now')
  // @ts-expect-error misspelt
  await client.callTool('sub', { a: 1 })
  // @ts-expect-error another type
  await client.callTool('add', { a: '1' })
}

export const server = createMockServer({
  tools: {
    add: {
      input: {
        type: 'object',
        properties: { a: { type: 'number' }, op: { enum: ['add', 'sub'] } },
        required: ['a'],
      },
      run(args) {
        assertType<Same<typeof args, { a: number; op?: 'add' | 'sub' }>>()
        // @ts-expect-error misspelt
        args.b
        return `${args.a}`
      },
    },
    any: {
      run(args) {
        assertType<Same<typeof args, Record<string, unknown>>>()
        return ''
      },
    },
  },
})

type Infers<Schema, Type> = Same<InferSchema<Schema>, Type>
interface Text {
  readonly type: 'string'
}
interface Tree {
  readonly $ref: '#/$defs/tree'
  readonly $defs: {
    readonly tree: {
      readonly properties: {
        readonly kids: { readonly type: 'array'; readonly items: { readonly $ref: '#/$defs/tree' } }
      }
    }
  }
}
declare const tree: InferSchema<Tree>

assertType<Infers<Text, string>>()
assertType<Infers<true, unknown>>()
assertType<Infers<false, never>>()
assertType<Infers<{ description: 'says nothing' }, unknown>>()
assertType<Infers<Record<string, unknown>, unknown>>()
assertType<Infers<Tool['inputSchema'], unknown>>()
assertType<Infers<{ type: readonly ['string', 'null'] }, string | null>>()
assertType<Infers<{ type: 'integer'; nullable: true }, number | null>>()
assertType<Infers<{ const: 'a' }, 'a'>>()
assertType<Infers<{ enum: readonly ['a', 1, null] }, 'a' | 1 | null>>()
assertType<Infers<{ type: 'array' }, unknown[]>>()
assertType<Infers<{ items: Text }, string[]>>()
assertType<Infers<{ prefixItems: readonly [Text, { type: 'number' }]; items: false }, [string?, number?]>>()
assertType<Infers<{ items: readonly [Text]; additionalItems: Text }, [string?, ...string[]]>>()
assertType<Infers<{ type: 'object' }, { [name: string]: unknown }>>()
assertType<Infers<{ additionalProperties: Text; type: 'object' }, { [name: string]: string }>>()
assertType<Infers<{ properties: { a: Text; 'b-c': Text }; required: readonly ['a'] }, { a: string; 'b-c'?: string }>>()
assertType<Infers<{ properties: { a: Text }; required: string[] }, { a?: string }>>()
assertType<Infers<{ anyOf: readonly [Text, { type: 'null' }] }, string | null>>()
assertType<Infers<{ oneOf: readonly [Text, { enum: readonly [1, 2] }] }, string | 1 | 2>>()
assertType<Infers<{ $ref: '#/definitions/a'; definitions: { a: Text } }, string>>()
assertType<Infers<{ $ref: 'https://example.com' }, unknown>>()
assertType<Same<NonNullable<NonNullable<typeof tree.kids>[0]['kids']>[0]['kids'], (typeof tree)['kids']>>()
/** What types cannot express makes them wider: no valid value is refused. */
interface Num {
  readonly type: 'number'
}
assertType<
  Infers<
    { type: 'object'; patternProperties: { '^x-': Text }; additionalProperties: false },
    { [name: string]: string }
  >
>()
assertType<
  Infers<
    { properties: { a: Num }; patternProperties: { '^x-': Text }; additionalProperties: false },
    { [name: string]: unknown; a?: number }
  >
>()
assertType<
  Infers<
    { properties: Record<never, never>; patternProperties: { a: Num }; additionalProperties: Text },
    { [name: string]: string | number }
  >
>()
assertType<Infers<{ type: 'object'; patternProperties: { a: Num } }, { [name: string]: unknown }>>()
export const conditional: InferSchema<{
  properties: { a: Num }
  if: { required: readonly ['a'] }
  then: { properties: { b: Text } }
}> = { a: 1, b: 'b' }
export const dependent: InferSchema<{
  properties: { a: Num }
  dependentRequired: { a: readonly ['b'] }
}> = { a: 1, b: 'b' }
export const unevaluated: InferSchema<{ properties: { a: Num }; unevaluatedProperties: Text }> = { a: 1, b: 'b' }
assertType<Infers<{ properties: { a: Num; b: Num }; unevaluatedProperties: false }, { a?: number; b?: number }>>()
assertType<Infers<{ properties: { a: Num }; required: readonly ['a', 'b'] }, { a: number; b: unknown }>>()
export const nothing: InferSchema<{
  type: readonly ['object', 'null']
  allOf: readonly [{ required: readonly ['z'] }]
}> = null
export const nothingReferred: InferSchema<{
  type: readonly ['object', 'null']
  $ref: '#/$defs/a'
  $defs: { a: { allOf: readonly [{ required: readonly ['z'] }] } }
}> = null
assertType<
  Infers<
    {
      $schema: 'http://json-schema.org/draft-07/schema#'
      $ref: '#/definitions/a'
      type: 'number'
      definitions: { a: Text }
    },
    string
  >
>()
assertType<Infers<{ $ref: '#/$defs/a'; type: 'string'; $defs: { a: Num } }, never>>()
// References in a circle say nothing, and end.
assertType<Infers<{ $ref: '#' }, unknown>>()
assertType<Infers<{ $ref: '#/$defs/a'; $defs: { a: { $ref: '#/$defs/a' } } }, unknown>>()
assertType<
  Infers<
    {
      $ref: '#/$defs/a'
      $defs: { a: { allOf: readonly [{ $ref: '#/$defs/b' }] }; b: { anyOf: readonly [{ $ref: '#/$defs/a' }, Text] } }
    },
    unknown
  >
>()
interface Nested {
  readonly items: { readonly $ref: '#' }
}
interface Pair {
  readonly prefixItems: readonly [Text, { readonly $ref: '#' }]
}
export const nested: InferSchema<Nested> = [[], [[]]]
export const pair: InferSchema<Pair> = ['a', ['b', ['c']]]
// @ts-expect-error a number is no list
export const wrongNested: InferSchema<Nested> = [[1]]
export const both: InferSchema<{
  allOf: readonly [{ properties: { a: Text } }, { properties: { b: Text }; required: readonly ['b'] }]
}> = { a: 'a', b: 'b' }
