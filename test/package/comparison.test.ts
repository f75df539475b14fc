/** The comparison in the README says what bench/RESULTS.md says. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../support/paths.ts'

const readme = await readFile(join(root, 'README.md'), 'utf8')
const results = await readFile(join(root, 'bench/RESULTS.md'), 'utf8')

type Reading = (cell: string, client: string) => string

/** The figure itself, without its comparison with the baseline or what follows it. */
const figure: Reading = (cell) => cell.split(/ · |, /)[0]!
/** The bench turns this option of the official client on, which is off by default. */
const benched = await readFile(join(root, 'bench/behaviour/clients.ts'), 'utf8')
const spoken: Reading = (cell, client) => {
  if (cell === 'fails') return 'no'
  return client === 'official' && benched.includes('versionNegotiation') ? 'by an option' : 'yes'
}
/** The comparison with the baseline. */
const compared: Reading = (cell) => / · ([+−][\d.]+)/.exec(cell)?.[1] ?? ''

/** The title of a row in the README, the title and unit of its row in the results, and how a cell is read. */
const rows: readonly [readme: string, results: string, unit: string, read: Reading][] = [
  ['Smallest bundle (kB gzip)', 'Bundle, minimal', 'kB gzip', figure],
  ['Smallest bundle with OAuth (kB gzip)', 'Bundle, with OAuth', 'kB gzip', figure],
  ['Worker cold-start overhead (ms)', 'workerd, spawn to response', 'ms', compared],
  ['MCP 2026-07-28', '2026-07-28', 'requests · connections', spoken],
  [
    'Automatic HTTP+SSE fallback',
    'HTTP+SSE at an unknown URL',
    'requests · connections',
    (cell) => (cell.includes('by hand') ? 'by hand' : 'yes'),
  ],
  ['Calls recovered after session loss (of 10)', 'session lost', 'of 10 answered', figure],
  [
    'Time to reject after a truncated stream (ms)',
    'ended without an answer',
    'ms until settled',
    (cell) => (cell.includes('timed out') ? 'its timeout' : cell.split(', ')[0]!),
  ],
  ['Leaked streams 1 s after 100 calls (server keeps them open)', '100 streams held open', 'open 1 s after', figure],
  ['100,000 progress notifications (ms)', '100,000 progress', 'ms', figure],
  ['Memory per idle client (kB)', '1,000 idle clients', 'kB each', figure],
]

const clients = ['ours', 'official', 'sdk-v1', 'ai-sdk']

/** The tables of a page, each row as its cells without emphasis. */
function tablesOf(markdown: string): string[][][] {
  const tables = markdown.match(/(^\|.*\n)+/gm) ?? []
  return tables.map((table) =>
    table
      .trimEnd()
      .split('\n')
      .map((line) =>
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim().replaceAll('**', '')),
      ),
  )
}

/** The cells of the clients in the row of the results with this title and unit. */
function measured(title: string, unit: string): string[] {
  for (const [head, , ...lines] of tablesOf(results)) {
    const row = lines.find(([name, itsUnit]) => name === title && itsUnit === unit)
    if (row) return clients.map((client) => row[head!.indexOf(client)] ?? '')
  }
  throw new Error(`RESULTS.md has no row ${title}, ${unit}`)
}

describe('the comparison in the README', () => {
  const table = tablesOf(readme).find(([head]) => head?.[1] === 'this client')!

  test.for(rows)('says of "%s" what was measured', ([title, inResults, unit, read]) => {
    const row = table.find(([name]) => name === title)
    expect(row?.slice(1, 1 + clients.length)).toEqual(
      measured(inResults, unit).map((cell, index) => read(cell, clients[index]!)),
    )
  })

  test('has no row that nothing proves, and no row twice', () => {
    expect(table.slice(2).map(([name]) => name)).toEqual(rows.map(([name]) => name))
  })

  test('says the date of the run and the versions that were compared', () => {
    expect(readme).toContain(`Compared on ${/on (\d{4}-\d\d-\d\d)/.exec(results)?.[1]}`)
    for (const name of ['@modelcontextprotocol/client', '@modelcontextprotocol/sdk', '@ai-sdk/mcp']) {
      const version = new RegExp(`${name} ([\\d.]+\\d)`).exec(results)?.[1]
      expect(readme).toContain(`\`${name}\` ${version}`)
    }
  })

  test('fits, with everything else, on a page of 200 lines', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(200)
  })
})
