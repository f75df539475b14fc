/** The pages of the documentation, in the order in which somebody would read them. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../runtimes/paths.ts'
import { manifest } from './entries.ts'

export interface Page {
  /** Relative to the repository: `docs/group.md`. */
  path: string
  title: string
  /** The first sentence. */
  about: string
  text: string
}

/** The others follow in the order of their names. */
const FIRST = [
  ...['getting-started.md', 'browsers.md', 'workers.md', 'runtimes.md', 'client.md', 'options.md'],
  ...['errors.md', 'streams.md', 'revisions.md', 'tools.md', 'group.md', 'ui.md', 'oauth.md'],
]

/** The index, and the list that the tests make. */
const LEFT_OUT = ['README.md', 'promises.md']

/** The addresses of files, as plain text. */
export const address = (path: string): string => `https://raw.githubusercontent.com/${manifest.repository}/HEAD/${path}`

export async function readGuides(): Promise<Page[]> {
  const files = (await readdir(join(root, 'docs'))).filter((file) => file.endsWith('.md') && !LEFT_OUT.includes(file))
  const rank = (file: string) => (FIRST.includes(file) ? FIRST.indexOf(file) : FIRST.length)
  const sorted = files.sort((one, two) => rank(one) - rank(two) || one.localeCompare(two, 'en'))
  return Promise.all(sorted.map((file) => readPage(`docs/${file}`)))
}

/** The pages of docs/api, in the order of its index. */
export async function readReference(): Promise<Page[]> {
  const index = await readFile(join(root, 'docs/api/README.md'), 'utf8')
  const files = [...index.matchAll(/^\| \[`[^`]*`\]\(([^)]*)\)/gm)].map(([, file]) => file!)
  return Promise.all(files.map((file) => readPage(`docs/api/${file}`)))
}

export async function readPage(path: string): Promise<Page> {
  const text = await readFile(join(root, path), 'utf8')
  const title = /^# (.*)$/m.exec(text)?.[1] ?? path
  const [paragraph = ''] = text
    .slice(text.indexOf(title) + title.length)
    .split(/\n{2,}/)
    .map((part) => part.trim().replaceAll('\n', ' '))
    .filter((part) => /^[^#|`<![]|^`[^`]/.test(part))
  const about = /^.*?[.:](?=\s|$)/.exec(withoutLinks(paragraph))?.[0] ?? paragraph
  return { path, title, about: about.replace(/:$/, '.'), text }
}

const withoutLinks = (text: string): string => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')

/** Links of a page that are relative to it, as addresses. Links into the page itself stay. */
export function absoluteLinks({ path, text }: Page): string {
  return text.replaceAll(/(\]\()([^)\s:#]+)((?:#[^)\s]*)?\))/g, (_, before, target, after) => {
    const { pathname } = new URL(target, `file:///${path}`)
    return `${before}${address(pathname.slice(1))}${after}`
  })
}
