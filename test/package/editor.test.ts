/** What people see in their editors who use the types of a server. */
import { beforeAll, describe, expect, test } from 'vitest'
import { generateTypes } from '../../src/typegen/index.ts'
import type { Tool } from '../../src/types/index.ts'
import { type Editor, openEditor } from './typegen/editor.ts'

const text = { type: 'string' } as const
const search: Tool = {
  name: 'search',
  description: 'Searches the pages',
  inputSchema: {
    type: 'object',
    properties: { query: { ...text, description: 'What to look for' }, limit: { type: 'integer' } },
    required: ['query'],
  },
  outputSchema: { type: 'object', properties: { hits: { type: 'array', items: text } }, required: ['hits'] },
}
const now: Tool = { name: 'now', inputSchema: { type: 'object' } }

describe.each(['5.9', '6.0'] as const)('an editor with TypeScript %s', (version) => {
  let editor: Editor

  beforeAll(async () => {
    const prompts = [{ name: 'greet', arguments: [{ name: 'person', required: true }] }]
    const types = await generateTypes({ tools: [search, now], prompts }, { name: 'Docs' })
    const program = `import { connect } from 'mcp-over-fetch'
${types}
const client = await connect<Docs>('https://docs.example.com/mcp')
const result = await client.callTool('search', { query: 'teapot' })
if (!result.isError) {
  const { structuredContent } = result
}
type Input = Docs['tools']['search']['input']
`
    editor = openEditor(program, version)
  })

  test('shows plain types', () => {
    expect(editor.hover('client = await').type).toBe('const client: Client<Docs>')
    expect(editor.hover("callTool('search'").type).toContain(
      '(name: "search", args: {\n    query: string;\n    limit?: number | undefined;\n}, options?:',
    )
    expect(editor.hover('structuredContent }').type).toBe('const structuredContent: {\n    hits: string[];\n}')
    expect(editor.hover('Input = ').type).toBe('type Input = {\n    query: string;\n    limit?: number | undefined;\n}')
    expect(editor.hover("query: 'teapot'")).toEqual({ type: '(property) query: string', comment: 'What to look for' })
  })

  test('suggests names and arguments', () => {
    expect(editor.complete("client.callTool('|')")).toEqual(['now', 'search'])
    expect(editor.complete("client.callTool('search', { | })").sort()).toEqual(['limit', 'query'])
    expect(editor.complete("client.getPrompt('|')")).toEqual(['greet'])
    expect(editor.complete("client.getPrompt('greet', { | })")).toEqual(['person'])
  })

  test.for([
    [
      "client.callTool('serach', { query: 'a' })",
      'Argument of type \'"serach"\' is not assignable to parameter of type ',
    ],
    [
      "client.callTool('search', { qery: 'a' })",
      "Object literal may only specify known properties, but 'qery' does not exist in type ",
    ],
    ["client.callTool('search')", 'Expected 2-3 arguments, but got 1.'],
    ["client.callTool('search', { query: 1 })", "Type 'number' is not assignable to type 'string'."],
    [
      "client.callTool('now', {}, { timeOut: 5 })",
      "Object literal may only specify known properties, but 'timeOut' does not exist in type ",
    ],
    [
      "client.getPrompt('greet', {})",
      "Argument of type '{}' is not assignable to parameter of type '{ person: string; }'.\n  Property 'person' is missing in type '{}' but required in type '{ person: string; }'.",
    ],
    [
      'if (!result.isError) result.structuredContent.hitz',
      "Property 'hitz' does not exist on type '{ hits: string[]; }'.",
    ],
  ] as const)('says in a few words what is wrong with %s', ([line, message]) => {
    const [found, ...others] = editor.complain(line)
    expect(others).toEqual([])
    expect(found).toContain(message)
    expect(found!.length).toBeLessThan(260)
  })
})
