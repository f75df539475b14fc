/** The bench itself, as far as it can be tested without measuring: its bare loop, its server in memory, its report. */
import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { open } from './clients/bare.ts'
import type { ProgramName } from './compared-clients.ts'
import { bare, ours } from './growth/clients.ts'
import { createMemoryServer } from './growth/memory-server.ts'
import { measures } from './measures/index.ts'
import { findPanels } from './report/headlines.ts'
import { drawPicture } from './report/picture.ts'
import { formatResults, type Measured } from './report/results.ts'
import { verdictsOn } from './report/verdicts.ts'
import type { Series } from './series.ts'
import { legacyProblem, type Message, modernProblem, startSession } from './server/revisions.ts'
import { spread } from './statistics.ts'

describe('the compared clients', () => {
  test.for([
    ['2025-11-25', legacyProblem],
    ['2026-07-28', modernProblem],
  ] as const)('the bare loop sends what %s demands', async ([revision, problemOf]) => {
    const problems: unknown[] = []
    const client = await open(`http://bench.example/${revision}/json`, async (_url, init) => {
      const message = JSON.parse(init.body as string) as Message
      problems.push(problemOf({ headers: init.headers } as unknown as IncomingMessage, message))
      const headers = { 'content-type': 'application/json', 'mcp-session-id': startSession() }
      const result = { content: [{ type: 'text', text: 'done' }] }
      return new Response(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }), { headers })
    })
    expect(await client.call('echo', { text: 'done' })).toBe('done')
    expect(problems.length).toBeGreaterThan(2)
    expect(problems.filter(Boolean)).toEqual([])
  })

  test.for(Object.entries({ bare, ours }))(
    '%s gets everything that the server in memory sends',
    async ([, connect]) => {
      const server = createMemoryServer(12)
      const client = await connect(server.fetch)
      expect(await client.list()).toBe(12)
      expect(await client.call('big-json', 200_000)).toBe(200_000)
      expect(await client.call('big-sse', 200_000)).toBe(200_000)
      expect(await client.progress(450)).toBe(450)
      const held = client.call('hold', 0)
      await expect.poll(() => server.held()).toBe(1)
      server.release()
      expect(await held).toBe(4)
    },
  )

  test('every measure has a name of its own', () => {
    expect(new Set(measures.map(({ name }) => name)).size).toBe(measures.length)
  })
})

describe('the report', () => {
  const series: Series = {
    title: '2026-07-28, SSE, 64 in flight',
    unit: 'calls/s',
    baseline: 'bare',
    compare: 'ratio',
    values: new Map<ProgramName, number[]>([
      ['bare', [1000, 2000, 4000]],
      ['ours', [900, 1600, 4000]],
      ['official', [500, Number.NaN, 2000]],
    ]),
    target: { atLeast: 0.95 },
  }
  const measured: Measured[] = [{ section: 'Small calls', row: series }]

  test('gives medians and quartiles of the rounds that a client took part in', () => {
    expect(spread([4, Number.NaN, 1, 2, 3, 5])).toEqual({ low: 2, median: 3, high: 4 })
  })

  test('compares round by round, and says which goals were missed', () => {
    expect(verdictsOn(series)).toEqual([
      { reached: false, text: `${series.title}, calls/s: ×0.90; wanted at least 0.95 of bare` },
    ])
    const faster = { ...series, values: new Map([...series.values, ['ai-sdk', [3000]] as const]) }
    expect(verdictsOn(faster)[1]?.text).toContain('behind ai-sdk')
  })

  test('compares with another client than the baseline where the goal names one', () => {
    const memory: Series = { ...series, unit: 'kB each', target: { atMost: 0.33, of: 'official' } }
    const wanted = { reached: false, text: `${series.title}, kB each: ×1.90; wanted at most 0.33 of official` }
    expect(verdictsOn(memory)[0]).toEqual(wanted)
    const without = new Map([...series.values].filter(([name]) => name !== 'official'))
    expect(verdictsOn({ ...memory, values: without })).toEqual([])
  })

  test('writes a table per section and a picture per theme', () => {
    const run = { measured, verdicts: verdictsOn(series), description: ['a machine'], seconds: 60, isFull: true }
    const text = formatResults({ ...run, date: new Date('2026-11-18') })
    expect(text).toContain('| 2,000 | **1,600 · ×0.90 (×0.85…×0.95)** | 1,250 · ×0.50 (×0.50…×0.50) |')
    for (const theme of ['light', 'dark'] as const) {
      const picture = drawPicture(findPanels(measured), theme, ['one < two'])
      expect(picture).toContain('×0.90')
      expect(picture).toContain('one &lt; two')
    }
  })
})
