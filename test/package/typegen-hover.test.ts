/** What people see in their editors who write the schemas of tools in their program. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Editor, openEditor } from './typegen/editor.ts'

const program = `import { connect, type InferSchema } from 'mcp-over-fetch'
const place = {
  type: 'object',
  properties: { city: { type: 'string' }, near: { type: 'object', properties: { km: { type: 'number' } } } },
  required: ['city'],
} as const
const map = { type: 'object', properties: { city: { type: 'string' } }, additionalProperties: true } as const
type Place = InferSchema<typeof place>
type Open = InferSchema<typeof map>
const tools = [{ name: 'weather', inputSchema: place, outputSchema: place }] as const
const client = await connect('https://tools.example.com/mcp', { tools })
const result = await client.callTool('weather', { city: 'Paris' })
if (!result.isError) {
  const { structuredContent } = result
}
`
const members = 'city: string;\n    near?: {\n        km?: number | undefined;\n    } | undefined;'

describe.each(['5.9', '6.0'] as const)('schemas in the program, with TypeScript %s', (version) => {
  let editor: Editor

  beforeAll(() => {
    editor = openEditor(program, version)
  })

  test('are shown as plain types', () => {
    expect(editor.hover('Place = ').type).toBe(`type Place = {\n    ${members}\n}`)
    expect(editor.hover('Open = ').type).toBe(
      'type Open = {\n    [x: string]: unknown;\n    city?: string | undefined;\n}',
    )
    expect(editor.hover("callTool('weather'").type).toContain(`(name: "weather", args: {\n    ${members}\n}, options?:`)
    expect(editor.hover('structuredContent }').type).toBe(`const structuredContent: {\n    ${members}\n}`)
  })

  test('are in messages as plain types', () => {
    expect(editor.complain("const place2: InferSchema<typeof place> = { town: 'Paris' }")).toEqual([
      "Object literal may only specify known properties, and 'town' does not exist in type '{ city: string; near?: { km?: number | undefined; } | undefined; }'.",
    ])
    const [message] = editor.complain("client.callTool('weather', { near: {} })")
    expect(message).not.toMatch(/Flat|Infer|Of[A-Z]/)
    expect(message).toContain("required in type '{ city: string; near?: { km?: number | undefined; } | undefined; }'")
  })
})
