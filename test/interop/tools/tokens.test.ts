/** How many tokens budgets and searches save, on definitions and results of ten real servers. Counted as o200k_base. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  budget,
  cleanTools,
  type ModelToolsOptions,
  modelTools,
  openaiResponsesTools,
  repairArguments,
  searchTools,
} from '../../../src/tools/index.ts'
import type { CallToolResult } from '../../../src/types/index.ts'
import { type Recorded, record, servers } from './real-servers.ts'

const count = (text: string) => encode(text).length

describe('of ten real servers', () => {
  let recorded: Record<string, Recorded>
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mcp-over-fetch-'))
    try {
      const entries = Object.keys(servers).map(async (program) => [
        program,
        await record(program, join(folder, 'memory')),
      ])
      recorded = Object.fromEntries(await Promise.all(entries)) as typeof recorded
    } finally {
      await rm(folder, { recursive: true })
    }
  }, 120_000)

  async function shown(result: CallToolResult, options: ModelToolsOptions): Promise<string> {
    const inputSchema = { type: 'object' } as const
    const tools = await modelTools(
      { listTools: async () => [{ name: 'get', inputSchema }], callTool: async () => result },
      options,
    )
    const [get] = tools.list
    const content = get!.toModelContent(await get!.call({}))
    return content.map((block) => ('text' in block ? String(block.text) : '')).join('\n')
  }

  test('a result above the budget has a fraction of its tokens, and all others have all', async () => {
    const results = Object.values(recorded).flatMap((one) => one.results)
    expect(results.length).toBeGreaterThanOrEqual(8)
    let cut = 0
    for (const { tool, result } of results) {
      const whole = await shown(result, {})
      const fitting = await shown(result, {
        clean: cleanTools,
        repair: repairArguments(),
        budget: budget({ bytes: 8_000 }),
      })
      console.log(`${tool}: ${count(whole)} → ${count(fitting)} tokens`)
      const bytes = new TextEncoder().encode(whole).length
      if (bytes < 7_000) expect(fitting).toBe(whole)
      if (bytes > 8_000) {
        expect(new TextEncoder().encode(fitting).length).toBeLessThanOrEqual(8_000)
        expect(count(fitting)).toBeLessThan(count(whole))
        cut += 1
      }
    }
    expect(cut).toBeGreaterThanOrEqual(3)
  })

  test.for(['create a pull request', 'click an element', 'read a file', 'search nodes of the graph', 'update a page'])(
    'a hundred tools behind a search cost at most a tenth, with what is found for "%s"',
    async (query) => {
      const all = Object.entries(recorded).flatMap(([program, { tools }]) =>
        tools.map((tool) => ({ ...tool, name: `${program}_${tool.name}` })),
      )
      expect(all.length).toBeGreaterThan(100)
      const source = { listTools: async () => all.slice(0, 100), callTool: async () => ({ content: [] }) }
      const tools = await modelTools(source)
      const hidden = searchTools(tools)
      const whole = count(JSON.stringify(openaiResponsesTools(tools).definitions))
      const { content } = await hidden.find('search_tools')!.call({ query })
      const definitions = count(JSON.stringify(openaiResponsesTools(hidden).definitions))
      const found = count((content[0] as { text: string }).text)
      console.log(`${query}: ${whole} → ${definitions} + ${found} tokens`)
      expect(definitions + found).toBeLessThanOrEqual(whole / 10)
    },
  )
})
