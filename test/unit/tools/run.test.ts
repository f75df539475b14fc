/** What the functions that make the calls of a model do with calls that are wrong, unknown or fail. */
import { describe, expect, test } from 'vitest'
import {
  anthropicTools,
  type ModelToolsOptions,
  modelTools,
  openaiChatTools,
  openaiResponsesTools,
  type RunOptions,
} from '../../../src/tools/index.ts'
import type { CallToolResult } from '../../../src/types/index.ts'
import { createFakeSource, tool } from './fake-source.ts'

/** Makes calls by the Responses API, whose arguments are JSON. */
async function answer(name: string, args: string, options: ModelToolsOptions = {}, runOptions: RunOptions = {}) {
  const source = createFakeSource([tool('add')], (_name, given) => ({
    content: [{ type: 'text', text: JSON.stringify(given) }],
  }))
  const { run } = openaiResponsesTools(await modelTools(source, options))
  const call = { type: 'function_call', call_id: 'call', name, arguments: args }
  return (await run({ output: [{ type: 'reasoning' }, call] }, runOptions)).map(({ output }) => output)
}

describe('a call of a model', () => {
  test.for([
    ['arguments', '{"a":1}', '{"a":1}'],
    ['no arguments', '', '{}'],
    ['arguments that are no JSON', '{"a":', /^The tool failed:\n.*JSON/],
    [
      'arguments that are no object',
      '[1]',
      /^The tool failed:\nadd failed: The arguments are not a JSON object\. The call was not executed\./,
    ],
  ] as const)('with %s is answered', async ([, args, expected]) => {
    expect(await answer('add', args)).toEqual([
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    ])
  })

  test('of a tool that there is not is answered with that', async () => {
    expect(await answer('nope', '{}')).toEqual([
      'The tool failed:\nnope failed: There is no tool named nope. The call was not executed. A retry will not help.',
    ])
  })

  test('of a function of the application goes to it, and its failure to the model', async () => {
    const onUnknownTool = (name: string, args: unknown) => `${name} ${JSON.stringify(args)}`
    expect(await answer('own', '{"a":1}', {}, { onUnknownTool })).toEqual(['own {"a":1}'])
    const failing = () => Promise.reject(new Error('not today'))
    expect(await answer('own', '{}', {}, { onUnknownTool: failing })).toEqual([
      'The tool failed:\nown failed: not today. The call may have been executed. Check whether it was before you retry.',
    ])
  })

  test('that fails is told in the words of the application, which may end the run instead', async () => {
    const toModelError = (error: unknown, name: string) => `${name}: ${(error as Error).name}`
    expect(await answer('nope', '{}', { toModelError })).toEqual(['The tool failed:\nnope: ToolError'])
    const ending = () => {
      throw new Error('sign in first')
    }
    await expect(answer('nope', '{}', { toModelError: ending })).rejects.toThrow('sign in first')
  })

  test('that was aborted rejects with the reason', async () => {
    const signal = AbortSignal.abort('enough')
    await expect(answer('add', '{}', {}, { signal })).rejects.toBe('enough')
  })

  test('is made at the same time as the others of the same answer', async () => {
    const waiting: (() => void)[] = []
    const source = createFakeSource(
      [tool('add')],
      () => new Promise((resolve) => waiting.push(() => resolve({ content: [] }))),
    )
    const { run } = anthropicTools(await modelTools(source))
    const content = ['a', 'b'].map((id) => ({ type: 'tool_use', id, name: 'add', input: {} }))
    const running = run({ content })
    await expect.poll(() => waiting.length).toBe(2)
    for (const end of waiting) end()
    expect((await running)[0]!.content).toMatchObject([{ tool_use_id: 'a' }, { tool_use_id: 'b' }])
  })

  test('there is none of in an answer without calls, and nothing to send', async () => {
    const tools = await modelTools(createFakeSource([tool('add')]))
    expect(await openaiResponsesTools(tools).run({ output: [{ type: 'message' }] })).toEqual([])
    expect(await anthropicTools(tools).run({ content: [{ type: 'text' }] })).toEqual([])
    expect(await openaiChatTools(tools).run({ choices: [{ message: { tool_calls: null } }] })).toEqual([])
    expect(await openaiChatTools(tools).run({ choices: [] })).toEqual([])
  })

  test('of a custom tool of OpenAI is left to the application', async () => {
    const { run } = openaiChatTools(await modelTools(createFakeSource([tool('add')])))
    expect(await run({ choices: [{ message: { tool_calls: [{ id: '1', type: 'custom' }] } }] })).toEqual([])
  })
})

test('a description that is longer than OpenAI takes is continued in that of the parameters', async () => {
  const description = 'x'.repeat(2_000)
  const inputSchema = { type: 'object' as const, description: 'Arguments' }
  const tools = await modelTools(createFakeSource([tool('add', { description, inputSchema }), tool('short')]))
  const [long, short] = openaiResponsesTools(tools).definitions
  expect(long!.description).toBe('x'.repeat(1_024))
  expect(long!.parameters.description).toBe(`${description} Arguments`)
  expect(short).toMatchObject({ description: 'Does short', parameters: { type: 'object', properties: {} } })
  expect(openaiChatTools(tools).definitions[0]!.function.description).toHaveLength(1_024)
  expect(anthropicTools(tools).definitions[0]!.description).toBe(description)
})

describe('a result for a model', () => {
  async function blocksOf(result: CallToolResult, options: Parameters<typeof anthropicTools>[1] = {}) {
    const { run } = anthropicTools(await modelTools(createFakeSource([tool('add')], () => result)), options)
    const [message] = await run({
      content: [{ type: 'tool_use', id: 'a', name: 'add', input: {} } as { type: string }],
    })
    return message!.content
  }

  test('has no empty text, which Anthropic refuses', async () => {
    expect(await blocksOf({ content: [{ type: 'text', text: '' }] })).toEqual([
      { type: 'tool_result', tool_use_id: 'a', content: [] },
    ])
  })

  test.for([
    [
      'a link',
      { type: 'resource_link', uri: 'a:b', name: 'b', annotations: { priority: 1 } },
      'resource_link: {"uri":"a:b","name":"b"}',
    ],
    ['a kind of a later revision', { type: 'video', data: 'AA==' }, 'video: {"data":"AA=="}'],
    [
      'a picture of another type',
      { type: 'image', data: 'AAAA', mimeType: 'image/tiff' },
      '[A result of type image/tiff, 3 bytes, cannot be shown]',
    ],
    [
      'bytes of no type',
      { type: 'resource', resource: { uri: 'a:b', blob: 'AAAA' } },
      '[a:b of type application/octet-stream, 3 bytes, cannot be shown]',
    ],
    ['a resource that is nothing', { type: 'resource' }, 'resource: {}'],
    [
      'a resource without contents',
      { type: 'resource', resource: { uri: 'a:b' } },
      'resource: {"resource":{"uri":"a:b"}}',
    ],
    ['a text without text', { type: 'text' }, 'text: {}'],
    ['a picture without data', { type: 'image', mimeType: 'image/png' }, 'image: {"mimeType":"image/png"}'],
    ['a picture without a type', { type: 'image', data: 'AAAA' }, 'image: {"data":"AAAA"}'],
  ] as const)('tells of %s, and drops nothing', async ([, block, expected]) => {
    const [result] = await blocksOf({ content: [block as never] })
    expect(result).toMatchObject({ content: [{ type: 'text', text: expected }] })
  })

  test('has the pictures and files that the application wants', async () => {
    const image = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' }
    const accepts = ({ mimeType, data }: { mimeType: string; data: string }) =>
      mimeType === 'image/png' && data.length < 4
    const [result] = await blocksOf({ content: [image] }, { accepts })
    expect(result).toMatchObject({ content: [{ type: 'text' }] })
  })
})
