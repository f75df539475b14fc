/** Writes the table of tokens in docs/model-safety.md, from results of real servers: `npx tsx test/interop/tools/write-tokens.ts`. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../support/paths.ts'
import { recordAll } from './real-servers.ts'
import { BYTES, count, fitting, shown } from './token-counts.ts'

const START = '<!-- tokens -->'
const END = '<!-- /tokens -->'

async function main(): Promise<void> {
  const rows: string[] = []
  for (const [server, { results }] of Object.entries(await recordAll())) {
    for (const { tool, result } of results) {
      const [whole, cut] = await Promise.all([shown(result, {}), shown(result, fitting())])
      rows.push(`| ${server} | \`${tool}\` | ${count(whole)} | ${count(cut)} |`)
    }
  }
  const path = join(root, 'docs/model-safety.md')
  const page = await readFile(path, 'utf8')
  const [before, after] = [page.indexOf(START), page.indexOf(END)]
  if (before < 0 || after < before) throw new Error(`${path} has no place for the table`)
  const date = new Date().toISOString().slice(0, 10)
  const table = [
    `Tokens (o200k_base) of results of real servers, with a budget of ${BYTES} bytes, measured on ${date}:`,
    '',
    '| Server | Tool | Tokens before | Tokens after |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n')
  await writeFile(path, `${page.slice(0, before)}${START}\n${table}\n${page.slice(after)}`)
}

void main()
