/** Deferred definitions fit the types of the SDKs, which send them as they are. */
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import {
  anthropicTools,
  deferAnthropicTools,
  deferOpenAITools,
  modelTools,
  openaiResponsesTools,
} from '../../../src/tools/index.ts'
import { inWorld } from './case.ts'
import { createScriptedApi } from './driver.ts'

test('the SDK of Anthropic sends deferred definitions and the search', async () => {
  await inWorld(async ({ client }) => {
    const { definitions } = anthropicTools(await modelTools(client))
    const [first] = definitions
    const api = createScriptedApi({ type: 'message', role: 'assistant', content: [] })
    const anthropic = new Anthropic({ apiKey: 'test', fetch: api.fetch, maxRetries: 0 })
    const tools: Anthropic.ToolUnion[] = deferAnthropicTools(definitions, { keep: [first!.name] })
    await anthropic.messages.create({
      model: 'claude-opus-4-8',
      max_tokens: 1,
      messages: [{ role: 'user', content: 'Go' }],
      tools,
    })
    const [sent] = api.sent as unknown as { tools: unknown[] }[]
    expect(sent!.tools).toEqual([
      { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
      first,
      ...definitions.slice(1).map((definition) => ({ ...definition, defer_loading: true })),
    ])
  })
})

test('the SDK of OpenAI sends deferred definitions and the search', async () => {
  await inWorld(async ({ client }) => {
    const { definitions } = openaiResponsesTools(await modelTools(client))
    const api = createScriptedApi({ object: 'response', output: [] })
    const openai = new OpenAI({ apiKey: 'test', fetch: api.fetch, maxRetries: 0 })
    const tools: OpenAI.Responses.Tool[] = deferOpenAITools(definitions)
    await openai.responses.create({ model: 'gpt-5.4', input: 'Go', tools })
    const [sent] = api.sent as unknown as { tools: unknown[] }[]
    expect(sent!.tools).toEqual([
      ...definitions.map((definition) => ({ ...definition, defer_loading: true })),
      { type: 'tool_search' },
    ])
  })
})
