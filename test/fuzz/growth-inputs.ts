/** Whatever a server can make as large as it likes, given to the parser, checker or adapter that reads it. */
import { findParamHeaders } from '../../src/core/modern/request-headers.ts'
import { isValidElicitation } from '../../src/core/server-requests/elicitation.ts'
import { hasMatchingToolResults, isSampleResult } from '../../src/core/server-requests/request-handlers.ts'
import { createEventCursor } from '../../src/core/sse/event-cursor.ts'
import { readEvents } from '../../src/core/sse/parse.ts'
import { cleanText } from '../../src/core/util/clean-text.ts'
import type { Deadline } from '../../src/core/util/deadline.ts'
import { parseMessages } from '../../src/core/validation/json-rpc.ts'
import { findProblem } from '../../src/core/validation/shape.ts'
import { callToolResult } from '../../src/core/validation/shapes.ts'
import { createMergedList } from '../../src/group/merged-list.ts'
import { createSearch } from '../../src/group/search.ts'
import type { GroupTool } from '../../src/group/types.ts'
import { parseChallenges } from '../../src/oauth/discover/www-authenticate.ts'
import { schemas } from '../../src/schema/index.ts'
import { parseFrontmatter } from '../../src/skills/frontmatter.ts'
import { findEntryIssue } from '../../src/skills/skill.ts'
import {
  aiSdkTools,
  anthropicTools,
  langchainTools,
  type ModelTools,
  modelTools,
  openaiAgentsServer,
  openaiChatTools,
  openaiResponsesTools,
  openaiStrict,
} from '../../src/tools/index.ts'
import { generateTypes, signature } from '../../src/typegen/index.ts'
import type { CallToolResult, JsonSchema, ObjectSchema } from '../../src/types/index.ts'
import { uriTemplateVariables } from '../../src/uri-template/index.ts'

/** A title, a size that takes about a millisecond, and what makes an input of any size and reads it. */
export type GrowthInput = readonly [title: string, size: number, run: (size: number) => unknown]

const list = <Item>(length: number, make: (index: number) => Item): Item[] => Array.from({ length }, (_, i) => make(i))

const members = <Item>(length: number, make: (index: number) => Item): Record<string, Item> =>
  Object.fromEntries(list(length, (index) => [`m${index}`, make(index)]))

const deadline = { race: (promise: unknown) => promise, touch: () => {} } as unknown as Deadline

async function read(text: string, chunk: number): Promise<void> {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  const next = readEvents(
    {
      async read() {
        const piece = bytes.subarray(at, at + chunk)
        at += chunk
        return piece.length > 0 ? piece : undefined
      },
    },
    { limit: 16_777_216, tooLong: () => new Error('too long'), deadline, onId: createEventCursor().moveTo },
  )
  while (await next());
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

const eventStreams: GrowthInput[] = [
  ['one long event in small chunks', 20_000, (size) => read(`data: ${'x'.repeat(size)}\n\n`, 16)],
  ['one long line without an end', 20_000, (size) => read('x'.repeat(size), 16)],
  ['many short events', 3_000, (size) => read('id: 1\ndata: x\n\n'.repeat(size), 4_096)],
  ['many event ids', 3_000, (size) => read(list(size, (i) => `id: ${i}\n\n`).join(''), 4_096)],
  ['many comments', 5_000, (size) => read(': x\n'.repeat(size), 4_096)],
  ['carriage returns', 5_000, (size) => read('\r'.repeat(size), 7)],
]

const messages: GrowthInput[] = [
  [
    'many messages in one text',
    5_000,
    (size) => parseMessages(JSON.stringify(Array(size).fill({ jsonrpc: '2.0', id: 1, result: {} })), () => {}),
  ],
  ['a deep text that is not a message', 1_000, (size) => parseMessages(nested(size), () => {})],
  ['a list of numbers in one text', 5_000, (size) => parseMessages(`[${Array(size).fill(1)}]`, () => {})],
]

const results: GrowthInput[] = [
  [
    'many content blocks',
    5_000,
    (size) => findProblem(callToolResult, { content: list(size, () => ({ type: 'text', text: 'x' })) }),
  ],
  [
    'many content blocks, by the exact schema',
    500,
    (size) =>
      schemas['2026-07-28'].CallToolResult.safeParse({ content: list(size, () => ({ type: 'text', text: 'x' })) }),
  ],
  [
    'a tool with many properties',
    2_000,
    (size) => findParamHeaders({ properties: members(size, () => ({ type: 'string' as const })) }),
  ],
]

const form = (properties: object, required: string[] = []) =>
  isValidElicitation({
    mode: 'form',
    message: 'x',
    requestedSchema: { type: 'object', properties, required },
  } as never)

const forms: GrowthInput[] = [
  ['a form with many fields', 2_000, (size) => form(members(size, () => ({ type: 'string', default: 'x' })))],
  [
    'a form with many required fields',
    2_000,
    (size) =>
      form(
        members(size, () => ({ type: 'string', default: 'x' })),
        Object.keys(members(size, () => 0)),
      ),
  ],
  [
    'a form with a large enumeration and many defaults',
    1_000,
    (size) => {
      const choices = list(size, (i) => `c${i}`)
      form({ a: { type: 'array', items: { type: 'string', enum: choices }, default: [...choices].reverse() } })
    },
  ],
  [
    'a form with many titled choices and many defaults',
    1_000,
    (size) => {
      const choices = list(size, (i) => `c${i}`)
      const anyOf = choices.map((value) => ({ const: value, title: value }))
      form({ a: { type: 'array', items: { anyOf }, default: [...choices].reverse() } })
    },
  ],
]

const sampling: GrowthInput[] = [
  [
    'a sampling request with many tool results',
    1_000,
    (size) => {
      const uses = list(size, (i) => ({ type: 'tool_use', id: `u${i}`, name: 'x', input: {} }))
      const answers = uses.map(({ id }) => ({ type: 'tool_result', toolUseId: id, content: [] })).reverse()
      hasMatchingToolResults({
        messages: [
          { role: 'assistant', content: uses },
          { role: 'user', content: answers },
        ],
        maxTokens: 1,
      } as never)
    },
  ],
  [
    'a sampled message with many blocks',
    2_000,
    (size) =>
      isSampleResult({
        role: 'assistant',
        model: 'x',
        content: list(size, () => ({ type: 'text', text: '' })),
      } as never),
  ],
]

async function toolsOf(inputSchema: JsonSchema, result: unknown = { content: [] }): Promise<ModelTools> {
  return modelTools({
    listTools: async () => [{ name: 'tool', inputSchema: { ...inputSchema, type: 'object' } }],
    callTool: async () => result as CallToolResult,
  })
}

/** A schema whose definitions each refer to the next one twice. */
const doubling = (size: number, keyword: 'anyOf' | 'oneOf'): JsonSchema => ({
  properties: { a: { $ref: '#/$defs/m0' } },
  $defs: members(size, (i) => {
    const next = { $ref: `#/$defs/m${i + 1}` }
    return { type: 'object', properties: { b: next, c: { type: 'string' } }, [keyword]: [next, next] }
  }),
})

const strictCall = async (schema: JsonSchema, args: object) => {
  await openaiStrict(await toolsOf(schema)).list[0]!.call(args)
}

/** Unions within unions, each form with a member of its own. */
function nestedForms(depth: number): JsonSchema {
  let schema: JsonSchema = { properties: members(depth, () => ({})), required: Object.keys(members(depth, () => 0)) }
  for (let level = 0; level < depth; level++) {
    const beside = { properties: { [`l${level}`]: {} }, required: [`l${level}`] }
    schema = { anyOf: [schema, { ...beside, anyOf: [{ $ref: '#' }] }] }
  }
  return schema
}

const toolSchemas: GrowthInput[] = [
  ['a schema with many forms', 500, (size) => toolsOf({ anyOf: list(size, (i) => ({ required: [`m${i}`] })) })],
  [
    'a schema with many forms of the same members',
    500,
    (size) => toolsOf({ oneOf: list(size, (i) => ({ properties: { a: { const: i } }, required: ['a'] })) }),
  ],
  [
    'a schema with two forms of many members',
    500,
    (size) => {
      const properties = members(size, () => ({ type: 'string' as const }))
      const required = Object.keys(properties)
      return toolsOf({
        anyOf: [
          { properties, required },
          { properties, required: required.toReversed() },
        ],
      })
    },
  ],
  ['a schema of unions within unions', 30, (size) => toolsOf(nestedForms(size))],
  [
    'a schema with many references to a large definition',
    200,
    (size) =>
      toolsOf({
        anyOf: list(size, (i) => ({ $ref: `#/$defs/m${i}` })),
        $defs: { ...members(size, () => ({ $ref: '#/$defs/big' })), big: members(size, (i) => i) as JsonSchema },
      }),
  ],
  ['a chain of double references', 2, (size) => strictCall(doubling(size, 'anyOf'), { a: { b: null, c: null } })],
  [
    'a chain of double references, and deep arguments',
    2,
    (size) => strictCall(doubling(size, 'oneOf'), { a: { b: { b: { b: { b: { c: null } } } } } }),
  ],
  [
    'strict mode with many required members',
    500,
    (size) => {
      const properties = members(size, () => ({ type: 'string' as const }))
      return strictCall({ properties, required: Object.keys(properties).reverse() }, { m1: null, m2: 'x' })
    },
  ],
  [
    'strict mode with many references to a large definition',
    200,
    (size) =>
      strictCall(
        {
          properties: members(size, () => ({ $ref: '#/$defs/big' })),
          $defs: { big: { type: 'object', properties: members(size, () => ({ type: 'string' as const })) } },
        },
        { m1: { m1: null }, m2: null },
      ),
  ],
  [
    'a list of tools with long names',
    100,
    (size) =>
      modelTools({
        listTools: async () => list(size, (i) => ({ name: `${'x'.repeat(80)}${i}`, inputSchema: { type: 'object' } })),
        callTool: async () => ({ content: [] }),
      }),
  ],
]

/** Runs one call through every adapter. */
async function adapt(result: unknown): Promise<void> {
  const tools = await toolsOf({}, result)
  await anthropicTools(tools).run({ content: [{ type: 'tool_use', id: '1', name: 'tool', input: {} } as never] })
  const call = { id: '1', type: 'function', function: { name: 'tool', arguments: '{}' } }
  await openaiChatTools(tools).run({ choices: [{ message: { tool_calls: [call] } }] })
  const item = { type: 'function_call', call_id: '1', name: 'tool', arguments: '{}' }
  await openaiResponsesTools(tools).run({ output: [item] })
  await openaiAgentsServer(tools).callTool('tool', {})
  const sdkTool = aiSdkTools(tools).tool!
  sdkTool.toModelOutput({ output: await sdkTool.execute({}, {}) } as never)
  class LangChainTool {
    fields: { func(args: object): unknown }
    constructor(fields: LangChainTool['fields']) {
      this.fields = fields
    }
  }
  const [made] = langchainTools(tools, { DynamicStructuredTool: LangChainTool, ToolMessage: Object } as never)
  await (made as unknown as LangChainTool).fields.func({})
}

const adapters: GrowthInput[] = [
  ['many texts for a model', 200, (size) => adapt({ content: list(size, () => ({ type: 'text', text: 'x' })) })],
  [
    'many pictures for a model',
    200,
    (size) => adapt({ content: list(size, () => ({ type: 'image', mimeType: 'image/png', data: 'AA==' })) }),
  ],
  [
    'many links of a failed tool for a model',
    200,
    (size) => adapt({ content: list(size, () => ({ type: 'resource_link', uri: 'a:b', name: 'b' })), isError: true }),
  ],
  ['a large structure for a model', 1_000, (size) => adapt({ content: [], structuredContent: list(size, () => ({})) })],
]

const groupTool = (name: string) =>
  ({ name, server: 's', originalName: name, inputSchema: { type: 'object' } }) as GroupTool

/** Names for the server `s` that are all the same to a hash of 32 bits that takes one character after the other (FNV). */
function collidingNames(count: number): string[] {
  const step = (state: number, unit: number) => Math.imul(state ^ unit, 0x01000193)
  const isLetter = (unit: number) => unit >= 0x4e00 && unit <= 0x9fff
  let state = [...'["s","'].reduce((before, character) => step(before, character.charCodeAt(0)), 1)
  let names = ['']
  while (names.length < count) {
    // Two letters with one high half of the state: a second letter makes the low halves the same.
    const byHigh = new Map<number, number>()
    for (let first = 0x4e00; ; first++) {
      const other = byHigh.get(step(state, first) >>> 16)
      const second = other === undefined ? 0 : (step(state, first) ^ step(state, other) ^ 0x6000) & 0xffff
      if (other !== undefined && isLetter(second)) {
        const [one, two] = [String.fromCharCode(other, 0x6000), String.fromCharCode(first, second)]
        names = names.flatMap((name) => [name + one, name + two])
        state = step(step(state, other), 0x6000)
        break
      }
      byHigh.set(step(state, first) >>> 16, first)
    }
  }
  return names.slice(0, count)
}

const addOns: GrowthInput[] = [
  [
    'a front matter of many members',
    300,
    (size) => parseFrontmatter(`---\n${list(size, (i) => `k${i}: v`).join('\n')}\n---\n`),
  ],
  [
    'a front matter of lines that go on',
    300,
    (size) => parseFrontmatter(`---\nk: a\n${list(size, () => ' b').join('\n')}\n---\n`),
  ],
  ['a front matter of one long list', 500, (size) => parseFrontmatter(`---\na: [${Array(size).fill('x')}]\n---\n`)],
  [
    'a skill with many files',
    500,
    (size) =>
      findEntryIssue({
        uri: 'skill://a/a/SKILL.md',
        frontmatter: { name: 'a', description: 'x' },
        resources: list(size, (i) => ({ uri: `skill://a/a/${i}`, size: 0, digest: `sha256:${'0'.repeat(64)}` })),
      }),
  ],
  [
    'a group with many tools',
    300,
    (size) => createMergedList('name', false).update([['s', list(size, (i) => ({ name: `${'x'.repeat(80)}${i}` }))]]),
  ],
  [
    'a group with names that collide in a weak hash',
    60,
    (size) => createMergedList('name', false).update([['s', collidingNames(size).map((name) => ({ name }))]]),
  ],
  [
    'a group that is searched',
    100,
    (size) => createSearch(list(size, (i) => groupTool(`openTheIssue${i}`)))('open issues', 10),
  ],
  ['a template with many variables', 500, (size) => uriTemplateVariables(list(size, (i) => `{m${i}}`).join('/'))],
]

const typesOf = (inputSchema: object, names = ['tool']) =>
  generateTypes({ tools: names.map((name) => ({ name, inputSchema: inputSchema as ObjectSchema })) })

const references = (size: number, keyword: string) => ({
  $ref: '#/$defs/m0',
  $defs: members(size, (i) => ({ [keyword]: list(3, (step) => ({ $ref: `#/$defs/m${(i + step + 1) % size}` })) })),
})

const types: GrowthInput[] = [
  ['types of many members', 100, (size) => typesOf({ properties: members(size, () => ({ type: 'string' })) })],
  [
    'types of many tools with one name in Latin letters',
    50,
    (size) =>
      typesOf(
        {},
        list(size, (i) => String.fromCodePoint(0x4e00 + i)),
      ),
  ],
  ['types of definitions that double', 300, (size) => typesOf(doubling(size, 'anyOf'))],
  ['types of a ring of unions', 300, (size) => typesOf(references(size, 'anyOf'))],
  ['types of a web of lists', 300, (size) => typesOf(references(size, 'prefixItems'))],
  [
    'types of a deep schema',
    300,
    (size) => typesOf(nest(size, (items) => ({ items, anyOf: [{ minItems: 1 }, true] }))),
  ],
  ['types of a long enumeration', 300, (size) => typesOf({ properties: { a: { enum: list(size, (i) => i) } } })],
  ['types of long words', 500, (size) => typesOf({ properties: { a: { description: '*/ @a\n'.repeat(size) } } })],
  [
    'types of a long reference',
    300,
    (size) => typesOf({ properties: { a: { $ref: `#${'/properties'.repeat(size)}` } } }),
  ],
  [
    'the signature of definitions that double',
    300,
    (size) => signature({ name: 'a', inputSchema: doubling(size, 'oneOf') as ObjectSchema }),
  ],
]

function nest(levels: number, wrap: (inner: object) => object): object {
  let schema: object = { type: 'string' }
  for (let level = 0; level < levels; level++) schema = wrap(schema)
  return schema
}

/** Texts that regular expressions read. */
export const textInputs: readonly GrowthInput[] = [
  ['a challenge of quotes', 800, (size) => parseChallenges(`Bearer a="${'\\"'.repeat(size)}`)],
  ['a challenge of commas', 800, (size) => parseChallenges(`${'a=b, '.repeat(size)}`)],
  ['a text of control characters', 20_000, (size) => cleanText('\u001b\u202e x'.repeat(size))],
]

export const growthInputs: readonly GrowthInput[] = [
  ...eventStreams,
  ...messages,
  ...results,
  ...forms,
  ...sampling,
  ...toolSchemas,
  ...adapters,
  ...addOns,
  ...types,
  ...textInputs,
]
