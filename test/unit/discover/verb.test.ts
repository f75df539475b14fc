/** The verb `discover` of the command: what it prints, and whom it asks. */
import { expect, test } from 'vitest'
import { listServers } from '../../../bin/verbs/discover.ts'
import { createMockServer } from '../../../src/testing/index.ts'

async function run(values: Record<string, boolean | string[]>, ...positionals: string[]) {
  const type = 'application/mcp-server-card+json'
  const server = createMockServer({
    discovery: {
      card: { description: 'x'.repeat(101) },
      catalog: [
        {
          identifier: 'urn:air:mock.example:mock',
          displayName: 'Mock',
          type,
          url: 'https://mock.example/mcp/server-card',
        },
        { identifier: 'urn:air:mock.example:other', type, url: 'https://other.example/card' },
        { identifier: 'urn:air:mock.example:wrong', type },
      ],
    },
  })
  const lines: string[] = []
  const notes: string[] = []
  const output = {
    print: (...parts: unknown[]) => void lines.push(parts.join('')),
    printJson: (value: unknown) => void lines.push(JSON.stringify(value)),
    note: (...parts: unknown[]) => void notes.push(parts.join('')),
  }
  const { signal } = new AbortController()
  const code = await listServers({ values, positionals, output, signal }, { fetch: server.fetch })
  return { code, lines, notes, paths: server.journal.requests.map(({ path }) => path) }
}

test('it lists the servers of a domain, and asks for the catalog alone', async () => {
  expect(await run({}, 'mock.example')).toEqual({
    code: 0,
    lines: [
      'Mock  (mock.example)',
      '  urn:air:mock.example:mock',
      '  https://mock.example/mcp/server-card',
      'other  (other.example)',
      '  urn:air:mock.example:other',
      '  https://other.example/card',
    ],
    notes: ['Left out: it has neither url nor data'],
    paths: ['/.well-known/ai-catalog.json'],
  })
})

test('with --cards it reads those of the domain, and says what is wrong with them', async () => {
  const { lines, paths } = await run({ cards: true }, 'mock.example')
  expect(lines).toContain('  Not as specified: card.description is not valid')
  expect(lines.find((line) => line.includes('streamable-http'))).toContain(
    'https://mock.example/mcp, speaks 2026-07-28',
  )
  expect(lines.find((line) => line.includes('Not read:'))).toContain('https://other.example, another origin')
  expect(paths).toEqual(['/.well-known/ai-catalog.json', '/mcp/server-card'])
})

test('with --json it prints one value', async () => {
  const { lines } = await run({ json: true }, 'mock.example')
  expect(JSON.parse(lines.join('')).map(({ name }: { name: string }) => name)).toEqual(['Mock', 'other'])
})

test('it needs one domain', async () => {
  await expect(run({})).rejects.toThrow('discover: expected one domain')
  await expect(run({}, 'a.example', 'b.example')).rejects.toThrow('discover: expected one domain')
})
