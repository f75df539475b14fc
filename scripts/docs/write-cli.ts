/** `npm run docs:cli`: writes what the command prints into the transcripts of docs/cli.md. It runs the build in `dist`. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createScratch } from '../../playground/server/scratch.ts'
import { root } from '../../test/support/paths.ts'
import { findTranscripts, openTerminal, parseTranscript, startPageServers } from '../../test/support/transcripts.ts'

const file = join(root, 'docs/cli.md')
let page = await readFile(file, 'utf8')
const scratch = await createScratch()
const servers = await startPageServers()
const terminal = await openTerminal(scratch.path, servers.ports)
try {
  for (const text of findTranscripts(page)) {
    let written = ''
    for (const { typed } of parseTranscript(text))
      written += `${typed === '^C' ? typed : `$ ${typed}`}\n${await terminal.run(typed)}`
    page = page.replace(`\`\`\`console\n${text}\`\`\``, () => `\`\`\`console\n${written}\`\`\``)
  }
  await writeFile(file, page)
} finally {
  await terminal.close()
  servers.close()
  await scratch.dispose()
}
