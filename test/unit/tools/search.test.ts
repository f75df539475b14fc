/** A model with many tools gets a search in their place, whose definitions stay the same from request to request. */
import { describe, expect, test, vi } from 'vitest'
import {
  anthropicTools,
  budget,
  deferAnthropicTools,
  deferOpenAITools,
  type ModelTools,
  modelTools,
  openaiResponsesTools,
  type SearchToolsOptions,
  searchTools,
} from '../../../src/tools/index.ts'
import type { CallToolResult } from '../../../src/types/index.ts'
import { createFakeSource, tool } from './fake-source.ts'

const listed = [
  tool('create_issue', {
    description: 'Opens an issue in a repository',
    inputSchema: { type: 'object', properties: { title: { type: 'string' } } },
  }),
  tool('listPullRequests', { description: 'Lists the pull requests of a repository' }),
  tool('send_mail', {
    description: 'Sends a message',
    inputSchema: { type: 'object', properties: { recipient: { type: 'string' } } },
  }),
  ...Array.from({ length: 40 }, (_, index) => tool(`other_${index}`, { description: 'x'.repeat(300) })),
]

async function setUp(options: SearchToolsOptions = {}, others: Parameters<typeof modelTools>[1] = {}) {
  const source = createFakeSource(listed, (name, args) => ({
    content: [{ type: 'text', text: `${name} ${JSON.stringify(args)}` }],
  }))
  return { source, tools: searchTools(await modelTools(source, others), options) }
}

async function find(tools: ModelTools, query: string): Promise<string> {
  const result = await tools.find('search_tools')!.call({ query })
  return (result.content[0] as { text: string }).text
}

const names = ({ list }: ModelTools) => list.map(({ name }) => name)
const foundIn = (text: string) =>
  text
    .split('\n\n')
    .slice(0, -1)
    .map((one) => one.split('\n')[0])

describe('searchTools()', () => {
  test('changes nothing if all definitions fit the budget', async () => {
    expect(names((await setUp({ budget: 100_000 })).tools)).toHaveLength(43)
  })

  test('gives a search, a tool to call what was found, and the tools to keep', async () => {
    const { tools } = await setUp({ keep: ['send_mail'] })
    expect(names(tools)).toEqual(['search_tools', 'call_tool', 'send_mail'])
    expect(tools.list[0]!.description).toMatch(/^Finds tools .* There are 42: create_issue, listPullRequests, other_0,/)
    expect(tools.list.map(({ annotations }) => annotations.readOnlyHint)).toEqual([true, false, false])
  })

  test.for([
    ['a name', 'create_issue', 'create_issue'],
    ['words of a name', 'issue', 'create_issue'],
    ['words of a name in camelCase', 'pull requests', 'listPullRequests'],
    ['the beginning of a word', 'repo', 'create_issue'],
    ['a word of a description', 'MESSAGE', 'send_mail'],
    ['the word that few tools have', 'do other a create the', 'create_issue'],
    ['the name of an argument', 'recipient', 'send_mail'],
  ] as const)('finds tools by %s', async ([, query, expected]) => {
    expect(foundIn(await find((await setUp()).tools, query))[0]).toBe(expected)
  })

  test('shows definitions, or signatures that a function writes, and how to call', async () => {
    const text = await find((await setUp()).tools, 'issue')
    expect(text).toContain('"properties":{"title":{"type":"string"}}')
    expect(text).toMatch(/\n\nCall them with call_tool\.$/)
    const { tools } = await setUp({ signature: ({ name }) => `declare function ${name}(): void` })
    expect(await find(tools, 'issue')).toContain('create_issue\ndeclare function create_issue(): void\n')
  })

  test('finds the same in the same order, at most as many as allowed', async () => {
    const { tools } = await setUp({ limit: 3 })
    const first = await find(tools, 'other')
    expect(foundIn(first)).toEqual(['other_0', 'other_1', 'other_2'])
    expect(await find(await tools.refresh(), 'other')).toBe(first)
  })

  test('says that nothing was found', async () => {
    expect(await find((await setUp()).tools, '?!')).toMatch(/^No tool was found/)
  })

  test('calls what was found, with approval, and tells of failures by the name of the tool', async () => {
    const approve = vi.fn(({ name }: { name: string }) => name !== 'send_mail')
    const { tools, source } = await setUp({}, { approve })
    const call = tools.find('call_tool')!
    const result = await call.call({ name: 'create_issue', arguments: { title: 'a' } })
    expect(call.toModelContent(result)).toEqual([{ type: 'text', text: 'create_issue {"title":"a"}' }])
    await call.call({ name: 'create_issue', arguments: '{"title":"b"}' })
    expect(source.calls.map(({ args }) => args)).toEqual([{ title: 'a' }, { title: 'b' }])
    const { run } = openaiResponsesTools(tools)
    const args = JSON.stringify({ name: 'send_mail', arguments: {} })
    const [output] = await run({
      output: [{ type: 'function_call', call_id: '1', name: 'call_tool', arguments: args } as never],
    })
    expect(output!.output).toBe(
      'The tool failed:\nsend_mail failed: The call of send_mail was not approved. ' +
        'The call was not executed. Do not retry it unless the user asks for that.',
    )
    await expect(call.call({ name: 'nothing' })).rejects.toThrow('There is no tool named nothing')
  })

  test.for(['nonsense', '[1]', [1], 7, true])('calls nothing with arguments that are no object: %o', async (given) => {
    const { tools, source } = await setUp()
    const call = tools.find('call_tool')!.call({ name: 'create_issue', arguments: given })
    await expect(call).rejects.toMatchObject({
      reason: 'arguments',
      delivery: 'not-executed',
      message: 'The arguments are not a JSON object',
    })
    expect(source.calls).toEqual([])
  })

  test.for(['call_tool', 'list'] as const)('never hides the tool that reads shortened results: %s', async (load) => {
    const { tools } = await setUp({ load }, { budget: budget() })
    expect(names(tools).at(-1)).toBe('read_result')
    expect(tools.list[0]!.description).not.toContain('read_result')
  })

  test('uses what the tool makes of its result', async () => {
    const toModelContent = (_: CallToolResult, { name }: { name: string }) => [{ type: 'text' as const, text: name }]
    const { tools } = await setUp({}, { toModelContent })
    const call = tools.find('call_tool')!
    expect(call.toModelContent(await call.call({ name: 'other_7' }))).toEqual([{ type: 'text', text: 'other_7' }])
  })

  test('appends tools to the list as they are found, and never takes one away', async () => {
    const { tools, source } = await setUp({ load: 'list', limit: 2 })
    expect(names(tools)).toEqual(['search_tools'])
    expect(await find(tools, 'mail')).toMatch(/They can be called now\.$/)
    await find(tools, 'repository')
    await find(tools, 'mail')
    expect(names(tools)).toEqual(['search_tools', 'send_mail', 'create_issue', 'listPullRequests'])
    expect(names(await tools.refresh())).toEqual(names(tools))
    expect(anthropicTools(tools).definitions).toHaveLength(4)
    await tools.find('send_mail')!.call({})
    expect(source.calls).toHaveLength(1)
  })

  test('keeps what a search gives small, whatever definitions say', async () => {
    const large = tool('large', { description: 'word '.repeat(100_000) })
    const tools = searchTools(await modelTools(createFakeSource([large, { ...large, name: 'large2' }])))
    expect((await find(tools, 'word large')).length).toBeLessThan(9_000)
    expect(tools.list[0]!.description.length).toBeLessThan(3_000)
  })

  test('leaves the names of its tools to the server, if that has such tools', async () => {
    const source = createFakeSource([...listed, tool('search_tools'), tool('call_tool')])
    const tools = searchTools(await modelTools(source))
    expect(names(tools)).toEqual([
      expect.stringMatching(/^search_tools_\w{14}$/),
      expect.stringMatching(/^call_tool_\w{14}$/),
    ])
  })
})

describe('deferral by the provider', () => {
  test('marks all definitions but those to keep', async () => {
    const tools = await modelTools(createFakeSource([tool('a'), tool('b')]))
    expect(deferAnthropicTools(anthropicTools(tools).definitions, { keep: ['b'] })).toMatchObject([
      { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
      { name: 'a', defer_loading: true },
      expect.not.objectContaining({ defer_loading: true }),
    ])
    expect(deferOpenAITools(openaiResponsesTools(tools).definitions)).toMatchObject([
      { type: 'function', name: 'a', defer_loading: true },
      { type: 'function', name: 'b', defer_loading: true },
      { type: 'tool_search' },
    ])
  })
})
