/** A result that is nested too deep for JSON is told in words, in every adapter. */
import { describe, expect, test } from 'vitest'
import {
  aiSdkTools,
  anthropicTools,
  langchainTools,
  modelTools,
  openaiChatTools,
  openaiResponsesTools,
} from '../../../src/tools/index.ts'
import type { CallToolResult } from '../../../src/types/index.ts'
import { createFakeSource, tool } from './fake-source.ts'

const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))

const results: Record<string, CallToolResult> = {
  structure: { content: [], structuredContent: deep },
  block: { content: [{ type: 'later', deep } as never] },
  'block of a failed tool': { content: [{ type: 'later', deep } as never], isError: true },
}

const WORDS = 'nested too deeply'

describe.each(Object.entries(results))('a deep %s', (_, result) => {
  const tools = () => modelTools(createFakeSource([tool('add')], () => result))
  const call = { id: '1', type: 'function', function: { name: 'add', arguments: '{}' } }

  test('is the result of tool.call()', async () => {
    expect(await (await tools()).find('add')!.call()).toBe(result)
  })

  test('is told to the APIs of OpenAI', async () => {
    const messages = await openaiChatTools(await tools()).run({ choices: [{ message: { tool_calls: [call] } }] })
    expect(JSON.stringify(messages)).toContain(WORDS)
    const item = { type: 'function_call', call_id: '1', name: 'add', arguments: '{}' }
    expect(JSON.stringify(await openaiResponsesTools(await tools()).run({ output: [item] }))).toContain(WORDS)
  })

  test('is told to Anthropic', async () => {
    const use = { type: 'tool_use', id: '1', name: 'add', input: {} } as never
    expect(JSON.stringify(await anthropicTools(await tools()).run({ content: [use] }))).toContain(WORDS)
  })

  test('is told to the AI SDK', async () => {
    const sdkTool = aiSdkTools(await tools()).add!
    expect(JSON.stringify(sdkTool.toModelOutput({ output: await sdkTool.execute({}, {}) }))).toContain(WORDS)
  })

  test('is told to LangChain', async () => {
    const DynamicStructuredTool = class {
      func: (args: object) => Promise<[unknown]>
      constructor({ func }: { func: (args: object) => Promise<[unknown]> }) {
        this.func = func
      }
    }
    const [made] = langchainTools(await tools(), { DynamicStructuredTool, ToolMessage: Object } as never)
    const [content] = await (made as unknown as InstanceType<typeof DynamicStructuredTool>).func({})
    expect(content).toContain(WORDS)
  })
})
