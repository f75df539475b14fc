/** Writes docs/promises.md from the scenarios and from the titles of tests that name requirement ids. */
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../runtimes/paths.ts'
import { rooms, scenarios } from '../scenarios/index.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { families, introduction } from './promises-text.ts'

export const PAGE = join('docs', 'promises.md')

export interface TitledTest {
  title: string
  ids: string[]
}

interface Row {
  promise: string
  ids: readonly string[]
  file: string
}

/** Families that an id without a prefix can belong to; other letters occur in the protocol only. */
const UNPREFIXED = 'BDFKLR'

export async function formatPromises(): Promise<string> {
  const byRoom = await readRooms()
  const tests = await readTests()
  const used = new Set([...byRoom.values(), tests].flat().flatMap(({ ids }) => ids.map(familyOf)))
  const unknown = [...used].filter((family) => !(family in families))
  if (unknown.length > 0) throw new Error(`no legend for the ids of ${unknown.join(', ')}`)
  const legend = Object.entries(families).filter(([family]) => used.has(family))
  const sections = new Map([...byRoom, ['other tests', tests] as const].filter(([, rows]) => rows.length > 0))
  const contents = [...sections].map(([title, rows]) => `- [${title}](#${title.replaceAll(' ', '-')}): ${rows.length}`)
  return [
    '# Promises',
    '',
    ...introduction,
    '',
    '## Requirement ids',
    '',
    '| ids | are about |',
    '| --- | --- |',
    ...legend.map(([family, text]) => `| ${family}-… | ${text} |`),
    '',
    '## Rooms',
    '',
    ...contents,
    '',
    ...[...sections].flatMap(([title, rows]) => section(title, rows)),
  ].join('\n')
}

/**
 * The tests of a source file that name ids: in brackets at the end of their own title, or of the `describe` around them.
 * Titles of enclosing `describe`s come first. Nesting is read from the indentation.
 */
export function readTitles(source: string): TitledTest[] {
  const found: TitledTest[] = []
  let groups: (TitledTest & { indent: number })[] = []
  for (const line of source.split('\n')) {
    const indent = line.search(/\S/)
    if (indent < 0) continue
    if (!/^\s*[\])}]/.test(line)) groups = groups.filter((group) => group.indent < indent)
    const literal = literalIn(line)
    if (literal === undefined) continue
    const own = splitIds(literal)
    if (/\bdescribe(\.\w+)*\(/.test(line)) {
      groups.push({ indent, ...own })
      continue
    }
    const isTest = own.ids.length > 0 || /^\s*(test|it)\b/.test(line)
    const ids = own.ids.length > 0 ? own.ids : (groups.findLast((group) => group.ids.length > 0)?.ids ?? [])
    const title = [...groups, own].map((part) => part.title).join(': ')
    if (isTest && ids.length > 0) found.push({ title, ids })
  }
  return found
}

/** The string that a line passes as first argument, or that stands alone on it, as formatting leaves a long title. */
function literalIn(line: string): string | undefined {
  const text = String.raw`'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\`(?:\\.|[^\`\\])*\``
  const [, argument, alone] = new RegExp(`^\\s*(?:[\\w.\\])}]+.*?\\((${text}),|(${text}),$)`).exec(line) ?? []
  return argument ?? alone
}

async function readRooms(): Promise<Map<string, Row[]>> {
  const listed = new Set(scenarios)
  const byRoom = new Map<string, Row[]>()
  for (const room of Object.keys(rooms)) {
    const folder = join(root, 'test', 'scenarios', room)
    const rows: Row[] = []
    for (const name of (await readdir(folder)).sort()) {
      if (!name.endsWith('.ts') || name === 'index.ts') continue
      const module = (await import(pathToFileURL(join(folder, name)).href)) as Record<string, Scenario[]>
      const own = Object.values(module).flat()
      const missing = own.filter((scenario) => !listed.has(scenario)).map((scenario) => scenario.name)
      if (missing.length > 0) throw new Error(`${room}/index.ts lacks ${missing.join(', ')}`)
      const file = `test/scenarios/${room}/${name}`
      rows.push(...own.map(({ name: promise, ids = [] }) => ({ promise, ids, file })))
    }
    byRoom.set(room, joinVariants(rows))
  }
  return byRoom
}

async function readTests(): Promise<Row[]> {
  const folder = join(root, 'test')
  const files = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.test.ts'))
  const rows: Row[] = []
  for (const path of files.sort()) {
    const file = relative(root, join(folder, path)).split(sep).join('/')
    if (dirname(file) === 'test/package') continue
    const tests = readTitles(await readFile(join(folder, path), 'utf8'))
    rows.push(...tests.map(({ title, ids }) => ({ promise: title, ids, file })))
  }
  return rows
}

/** A promise that several scenarios of a file show in different ways, such as in both eras, is one row. */
function joinVariants(rows: readonly Row[]): Row[] {
  const variants = new Map<string, Row[]>()
  for (const row of rows) {
    const key = `${row.file} ${row.promise.replace(/ \([^()]*\)$/, '')}`
    variants.set(key, [...(variants.get(key) ?? []), row])
  }
  return [...variants.values()].flatMap((group) => {
    const [first] = group
    if (!first || group.length === 1) return group
    const [, base] = /^(.*) \([^()]*\)$/.exec(first.promise) ?? []
    const names = group.map(({ promise }) => /\(([^()]*)\)$/.exec(promise)?.[1])
    return base === undefined ? group : [{ ...first, promise: `${base} (${names.join('; ')})` }]
  })
}

function section(title: string, rows: readonly Row[]): string[] {
  const lines = rows.map(({ promise, ids, file }) => {
    const link = `[${basename(file)}](../${file})`
    return `| ${escapeMarkdown(promise)} | ${ids.join(', ')} | ${link} |`
  })
  return [`## ${title}`, '', '| promise | ids | file |', '| --- | --- | --- |', ...lines, '']
}

function splitIds(literal: string): TitledTest {
  const text = literal
    .slice(1, -1)
    .replace(/\\(.)/g, '$1')
    .replace(/\$\{[^}]*\}|%[sdijo]/g, '…')
  const [, title, list] = /^(.*?) \[((?:protocol:|auth:)?[A-Z]{1,2}-\d+[^\]]*)\]$/.exec(text) ?? []
  if (title === undefined || list === undefined) return { title: text, ids: [] }
  return { title, ids: list.split(/[,\s]+/).map(withPrefix) }
}

function withPrefix(id: string): string {
  return id.includes(':') || UNPREFIXED.includes(id.charAt(0)) ? id : `protocol:${id}`
}

function familyOf(id: string): string {
  return id.replace(/-.*$/, '')
}

function escapeMarkdown(text: string): string {
  return text.replace(/[|_*<]/g, (character) => `\\${character}`)
}
