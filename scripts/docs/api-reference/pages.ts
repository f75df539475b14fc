/** The Markdown pages of docs/api, one for each entry, and their index. */
import type { Entry, Item, Kind, Member } from './read-api.ts'

export const API_FOLDER = 'docs/api'

const titles: Readonly<Record<Kind, string>> = {
  function: 'Functions',
  value: 'Values',
  class: 'Classes',
  interface: 'Interfaces',
  type: 'Types',
}

const note = 'Written by `npm run docs:api` from the comments of the sources.'

/** `./oauth/browser` as the name of a file. */
export const pageOf = (path: string): string => (path === '.' ? 'main.md' : `${path.slice(2).replace('/', '-')}.md`)

/** The texts of all pages, by file name. */
export function formatApi(entries: readonly Entry[]): Map<string, string> {
  const places = findPlaces(entries)
  const pages = entries.map((entry) => [pageOf(entry.path), formatPage(entry, entries, places)] as const)
  return new Map([['README.md', formatIndex(entries, places)], ...pages])
}

function formatIndex(entries: readonly Entry[], places: Places): string {
  const rows = entries.map((entry) => {
    const names = ownItems(entry).filter(({ kind }) => ['function', 'value'].includes(kind))
    const links = names.map(({ name }) => `[\`${name}\`](${places.get(name, entry.path)})`)
    return `| [\`${entry.specifier}\`](${pageOf(entry.path)}) | ${aboutOf(entry)} | ${links.join(', ')} |`
  })
  return `# API reference

Every name that the package exports, with its signature, its members and an example where there is one.
${note}
The guides are in [docs](..); [\`mcp-over-fetch/bundle\`](main.md) is the main entry as one file for pages.

| import | what it is | functions |
|---|---|---|
${rows.join('\n')}
`
}

function formatPage(entry: Entry, entries: readonly Entry[], places: Places): string {
  const values = ownItems(entry).filter(({ kind }) => ['function', 'value'].includes(kind))
  const names = values.slice(0, 4).map(({ name }) => name)
  const statement =
    names.length > 0 ? `import { ${names.join(', ')} } from '${entry.specifier}'` : importStatement(entry)
  const sections = sectionsOf(entry).flatMap(([kind, items]) => [
    `## ${titles[kind]}`,
    ...items.map((item) => formatItem(item, entry, places)),
  ])
  const others = entry.items.filter(({ home }) => home !== entry.path)
  const elsewhere = others.map(({ name, comment, home }) => {
    const page = entries.find(({ path }) => path === home)!
    return `- [\`${name}\`](${places.get(name, home)}) of \`${page.specifier}\`: ${firstSentence(comment)}`
  })
  const also = elsewhere.length > 0 ? ['## Also exported', elsewhere.join('\n')] : []
  return `${[`# ${entry.specifier}`, aboutOf(entry), fence(statement), `${note} [All entries](README.md)`, ...sections, ...also].join('\n\n')}\n`
}

function importStatement({ specifier, items }: Entry): string {
  const [first] = items
  return first ? `import type { ${first.name} } from '${specifier}'` : `import '${specifier}'`
}

function formatItem(item: Item, entry: Entry, places: Places): string {
  const { name, code, comment, example, members } = item
  const text = [code, ...members.flatMap(({ signatures }) => signatures)].join('\n')
  const types = places.namesIn(text, entry.path).filter((type) => type !== name)
  const links = types.map((type) => `[${type}](${places.get(type, entry.path)})`)
  return [
    `### ${name}`,
    comment,
    fence(wrap(code)),
    ...(example ? [fence(example)] : []),
    ...(members.length > 0 ? [members.map(formatMember).join('\n')] : []),
    ...(links.length > 0 ? [`Types: ${links.join(', ')}`] : []),
  ].join('\n\n')
}

/** A list item: the signature, what it is, and an example. */
function formatMember({ signatures, comment, byDefault, example }: Member): string {
  const code = signatures.map((signature) => `\`${signature.replaceAll(/\s+/g, ' ')}\``).join('<br>\n')
  const text = byDefault ? `${comment} Default: ${quoted(byDefault)}.` : comment
  const parts = [`${code}<br>\n${text}`, ...(example ? [fence(example)] : [])]
  return `- ${parts.join('\n\n').replaceAll('\n', '\n  ').replaceAll(/^ +$/gm, '')}`
}

/** Values are code, and sentences are not. */
const quoted = (text: string): string => (/^[\w.:'"[\]{}/-]+$/.test(text) ? `\`${text}\`` : text.replace(/\.$/, ''))

/** A long signature has a line for each of its parameters. */
function wrap(code: string): string {
  const [, head, parameters, rest] = /^(function \w+(?:<[^()]*>)?)\((.*)\)(: [^()]*)$/.exec(code) ?? []
  if (code.length <= 100 || parameters === undefined) return code
  const parts = splitParameters(parameters).map((parameter) => `  ${parameter},\n`)
  return `${head}(\n${parts.join('')})${rest}`
}

/** At the commas that are in no bracket. */
function splitParameters(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const [index, character] of [...text].entries()) {
    if ('([{<'.includes(character)) depth++
    if (')]}'.includes(character) || (character === '>' && text[index - 1] !== '=')) depth--
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim())
}

const fence = (code: string): string => `\`\`\`ts\n${code}\n\`\`\``

const ownItems = ({ items, path }: Entry): Item[] => items.filter(({ home }) => home === path)

function sectionsOf(entry: Entry): [Kind, Item[]][] {
  const kinds = Object.keys(titles) as Kind[]
  const sections = kinds.map((kind) => [kind, ownItems(entry).filter((item) => item.kind === kind)] as [Kind, Item[]])
  return sections.filter(([, items]) => items.length > 0)
}

/** What the entry is, as a sentence. */
export function aboutOf({ comment }: Entry): string {
  const text = comment.replace(/^(The entry )?`mcp-over-fetch[^`]*`: |^The main entry: /, '')
  return text[0]!.toUpperCase() + text.slice(1)
}

const firstSentence = (comment: string): string =>
  /^[\s\S]*?\.(?=\s|$)/.exec(comment)?.[0].replaceAll('\n', ' ') ?? comment

interface Places {
  /** The address of what an entry exports under this name, as a link from any page. */
  get(name: string, path: string): string
  /** The names in a text that have an address, for a reader of the page of this entry. */
  namesIn(text: string, path: string): string[]
}

/** Headings have addresses as GitHub gives them: the name in lower case, and a number if a page has it already. */
function findPlaces(entries: readonly Entry[]): Places {
  const addresses = new Map<string, string>()
  const pagesWith = new Map<string, string[]>()
  const homes = new Map(entries.flatMap(({ path, items }) => items.map(({ name, home }) => [`${path} ${name}`, home])))
  for (const entry of entries) {
    const used = new Map<string, number>()
    const slug = (heading: string) => {
      const text = heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-')
      const count = used.get(text) ?? 0
      used.set(text, count + 1)
      return count === 0 ? text : `${text}-${count}`
    }
    slug(entry.specifier)
    for (const [kind, items] of sectionsOf(entry)) {
      slug(titles[kind])
      for (const { name } of items) {
        addresses.set(`${entry.path} ${name}`, `${pageOf(entry.path)}#${slug(name)}`)
        pagesWith.set(name, [...(pagesWith.get(name) ?? []), entry.path])
      }
    }
  }
  const find = (name: string, path: string) => {
    const others = pagesWith.get(name) ?? []
    // A name that several entries describe may be meant otherwise here.
    const home = homes.get(`${path} ${name}`) ?? (others.length === 1 ? others[0] : undefined)
    return home === undefined ? undefined : addresses.get(`${home} ${name}`)
  }
  return {
    get: (name, path) => find(name, path) ?? pageOf(path),
    namesIn: (text, path) =>
      [...new Set(text.match(/\b[A-Z]\w+/g))].filter((name) => find(name, path) !== undefined).sort(),
  }
}
