/** docs/conformance.md, made of the sentences of the specification and the evidence for each. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toAnchor } from '../../test/package/links.ts'
import { root } from '../../test/support/paths.ts'
import { topics } from './conformance/index.ts'
import type { Requirement, Revision, Section, Topic } from './conformance/requirement.ts'

export const CONFORMANCE_PAGE = 'docs/conformance.md'

const SPECIFICATION = 'https://modelcontextprotocol.io/specification'

const requirements = topics.flatMap(({ sections }) => sections.flatMap((section) => section.requirements))

export function formatConformance(): string {
  const shown = requirements.filter(({ shown }) => shown.length > 0).length
  const without = requirements.length - shown
  return `${[
    '# Conformance',
    '<!-- Written by `npm run docs:conformance` from scripts/docs/conformance -->',
    `Every MUST, MUST NOT, SHOULD and SHOULD NOT that binds a client in the revisions 2026-07-28 and 2025-11-25, in short: ${requirements.length} sentences. ${shown} of them are kept by the file in the second column, as the tests in the third show. The other ${without} do not apply to a client over HTTP, or are for the application to keep; the table says which, and what the client gives the application for it.`,
    'A test checks that each file and each test is there, and that this page is up to date. [Guarantees](guarantees.md) says the same from the point of view of those who use the client, and [revisions](revisions.md) how the revisions differ. Beside that, the official JSON schema of each revision judges every message of the [scenarios](architecture.md), and the official conformance suite runs against the client.',
    topics.map(formatTopic).join('\n'),
    ...topics.flatMap(({ title, sections }) => [`## ${title}`, ...sections.flatMap(formatSection)]),
  ].join('\n\n')}\n`
}

/** A line of the contents. */
function formatTopic({ title, sections }: Topic): string {
  const count = sections.reduce((sum, { requirements }) => sum + requirements.length, 0)
  return `- [${title}](#${toAnchor(title)}), ${count} sentences`
}

function formatSection({ title, pages, requirements }: Section): string[] {
  const links = Object.entries(pages).map(([revision, page]) => `[${revision}](${address(revision as Revision, page)})`)
  const rows = requirements.map(formatRow)
  return [
    `**${title}** (${links.join(', ')})`,
    ['| The specification says | Kept in | Shown by |', '|---|---|---|', ...rows].join('\n'),
  ]
}

function address(revision: Revision, page: string): string {
  return `${SPECIFICATION}/${revision}/${page}`
}

function formatRow({ level, says, kept, shown, because }: Requirement): string {
  const sentence = `**${level}**: ${says}`
  if (because !== undefined) return `| ${sentence} | – | ${because} |`
  const files = kept.map((file) => `[${file.split('/').at(-1)}](../${sourceOf(file)})`)
  const tests = shown.map((test) => `[${escapeTitle(splitTest(test).title)}](../${splitTest(test).file})`)
  return `| ${sentence} | ${files.join(', ')} | ${tests.join('; ')} |`
}

/** What stands for a value in the title of a test. */
function escapeTitle(title: string): string {
  return title.replace(/\$\{[^}]*\}|\$(version|transport|method)\b|%[sj]/g, '…').replace(/[|[\]<>*]/g, '\\$&')
}

const sourceOf = (file: string): string => `src/${file}.ts`

/** `modern/calls > title` is a scenario; `unit:`, `time:` and `test:` before it name other folders. */
function splitTest(test: string): { file: string; title: string } {
  const [, kind = '', path, title] = /^(?:(\w+):)?(\S+) > (.*)$/.exec(test) ?? []
  if (!path || !title) throw new Error(`${test} has no file and title`)
  const folders: Record<string, string> = {
    '': `test/scenarios/${path}.ts`,
    unit: `test/unit/${path}.test.ts`,
    time: `test/simulation/virtual-time/${path}.test.ts`,
    test: `test/${path}.test.ts`,
  }
  return { file: folders[kind]!, title }
}

/** What is named but not there: files, and titles of tests. Sentences without evidence and without a reason. */
export async function findMissing(among: readonly Requirement[] = requirements): Promise<string[]> {
  const missing: string[] = []
  for (const { says, kept, shown, because } of among) {
    if (because === undefined ? kept.length === 0 || shown.length === 0 : !because) missing.push(`${says}: no evidence`)
    for (const file of kept) if (!existsSync(join(root, sourceOf(file)))) missing.push(`${says}: ${sourceOf(file)}`)
    for (const test of shown) {
      const { file, title } = splitTest(test)
      if (!existsSync(join(root, file))) missing.push(`${says}: ${file}`)
      else if (!(await hasTitle(file, title))) missing.push(`${says}: ${file} has no test "${title}"`)
    }
  }
  return missing
}

const texts = new Map<string, Promise<string>>()

/** The title is a whole string in the file, quoted in whatever way. */
async function hasTitle(file: string, title: string): Promise<boolean> {
  const reading = texts.get(file) ?? readFile(join(root, file), 'utf8')
  texts.set(file, reading)
  const text = (await reading).replaceAll("\\'", "'")
  return ["'", '"', '`'].some((quote) => text.includes(quote + title + quote) || text.includes(`${quote}${title} [`))
}
