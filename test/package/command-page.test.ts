/** docs/cli.md: its transcripts are what the command prints, and no verb is missing. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verbs } from '../../bin/verbs.ts'
import { createScratch } from '../../playground/server/scratch.ts'
import { root } from '../support/paths.ts'
import { findTranscripts, openTerminal, parseTranscript, startPageServers } from '../support/transcripts.ts'

const page = await readFile(join(root, 'docs/cli.md'), 'utf8')

describe('docs/cli.md', () => {
  test('shows what the command prints, one transcript after the other', async () => {
    const scratch = await createScratch()
    const servers = await startPageServers()
    const terminal = await openTerminal(scratch.path, servers.ports)
    try {
      for (const text of findTranscripts(page)) {
        for (const { typed, printed } of parseTranscript(text))
          expect(`$ ${typed}\n${await terminal.run(typed)}`).toBe(`$ ${typed}\n${printed}`)
      }
    } finally {
      await terminal.close()
      servers.close()
      await scratch.dispose()
    }
  })

  test('has a transcript of every verb', () => {
    const typed = findTranscripts(page).flatMap((text) => parseTranscript(text).map((entry) => entry.typed))
    // Without a verb the inspector opens.
    const used = typed.map((line) => /^npx mcp-over-fetch ([a-z]+)(?= |$)/.exec(line)?.[1] ?? 'inspect')
    expect(verbs.map(({ name }) => name).filter((name) => !used.includes(name))).toEqual([])
  })
})
