/** The pages of the documentation, in the order in which somebody would read them. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../test/support/paths.ts'
import { rawAddress } from './addresses.ts'

export interface Page {
  /** Relative to the repository: `docs/group.md`. */
  path: string
  title: string
  /** The first sentence, or the first two if it is short. */
  about: string
  text: string
}

/** The others follow in the order of their names. */
const FIRST = [
  ...['getting-started.md', 'browsers.md', 'workers.md', 'runtimes.md', 'client.md', 'options.md'],
  ...['errors.md', 'streams.md', 'revisions.md', 'tools.md', 'group.md', 'ui.md', 'oauth.md'],
]

/** It leads to the others. */
const INDEX = 'README.md'

export async function readGuides(): Promise<Page[]> {
  const files = (await readdir(join(root, 'docs'))).filter((file) => file.endsWith('.md') && file !== INDEX)
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
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .split(/\n{2,}/)
    .map((part) => part.trim().replaceAll('\n', ' '))
    .filter((part) => /^[^#|`<![]|^`[^`]/.test(part))
  // A dot in code ends no sentence, and a sentence of two words says too little.
  const about = /^(?:`[^`]*`|[^`]){20,}?\.(?=\s|$)/.exec(withoutLinks(paragraph))?.[0] ?? withoutLinks(paragraph)
  return { path, title, about: about.replace(/:$/, '.'), text }
}

const withoutLinks = (text: string): string => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')

/** The text of a page with addresses in place of relative links. Links into the page itself stay. */
export function absoluteLinks({ path, text }: Page, repository?: string): string {
  return text.replaceAll(/(\]\()([^)\s:#]+)((?:#[^)\s]*)?\))/g, (_, before, target, after) => {
    const { pathname } = new URL(target, `file:///${path}`)
    return `${before}${rawAddress(pathname.slice(1), repository)}${after}`
  })
}
