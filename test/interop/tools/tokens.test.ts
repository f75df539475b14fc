/** How many tokens budgets and searches save, on definitions and results of ten real servers. Counted as o200k_base. */
import { beforeAll, describe, expect, test } from 'vitest'
import { modelTools, openaiResponsesTools, searchTools } from '../../../src/tools/index.ts'
import { type Recorded, recordAll } from './real-servers.ts'
import { BYTES, count, fitting, shown } from './token-counts.ts'

describe('of ten real servers', () => {
  let recorded: Record<string, Recorded>
  beforeAll(async () => {
    recorded = await recordAll()
  }, 120_000)

  test('a result above the budget has a fraction of its tokens, and all others have all', async () => {
    const results = Object.values(recorded).flatMap((one) => one.results)
    expect(results.length).toBeGreaterThanOrEqual(14)
    let above = 0
    for (const { tool, result } of results) {
      const whole = await shown(result, {})
      const cut = await shown(result, fitting())
      console.log(`${tool}: ${count(whole)} → ${count(cut)} tokens`)
      const bytes = new TextEncoder().encode(whole).length
      if (bytes < 7_000) expect(cut).toBe(whole)
      if (bytes > BYTES) {
        expect(new TextEncoder().encode(cut).length).toBeLessThanOrEqual(BYTES)
        expect(count(cut)).toBeLessThan(count(whole))
        above += 1
      }
    }
    expect(above).toBeGreaterThanOrEqual(3)
  })

  test.for(['create a pull request', 'click an element', 'read a file', 'search nodes of the graph', 'update a page'])(
    'all tools behind a search cost at most a tenth, with what is found for "%s"',
    async (query) => {
      const all = Object.entries(recorded).flatMap(([program, { tools }]) =>
        tools.map((tool) => ({ ...tool, name: `${program}_${tool.name}` })),
      )
      expect(all.length).toBeGreaterThan(100)
      const source = { listTools: async () => all, callTool: async () => ({ content: [] }) }
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
