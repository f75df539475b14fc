/** docs/api: every export of every entry is on its page, the pages are current, and their links lead somewhere. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { manifest } from '../../scripts/build/entries.ts'
import { API_FOLDER, formatApi, pageOf } from '../../scripts/docs/api-reference/pages.ts'
import { type Entry, readApi } from '../../scripts/docs/api-reference/read-api.ts'
import { root } from '../support/paths.ts'
import { dist } from './modules.ts'
import { exportedNames } from './public-types.ts'

const folder = join(root, API_FOLDER)
const read = (file: string) => readFile(join(folder, file), 'utf8').catch(() => '')

describe('docs/api', () => {
  let entries: Entry[]

  test('is up to date', async () => {
    entries = readApi(dist)
    const pages = formatApi(entries)
    expect((await readdir(folder)).sort(), 'run npm run docs:api').toEqual([...pages.keys()].sort())
    for (const [file, text] of pages) {
      expect((await read(file)) === text, `docs/api/${file} is out of date: run npm run docs:api`).toBe(true)
    }
  })

  test('has every name that an entry exports, with a sentence', async () => {
    for (const [path, target] of Object.entries(manifest.exports)) {
      if (typeof target === 'string' || path === './bundle') continue
      const page = await read(pageOf(path))
      const names = exportedNames(await readFile(join(root, target.types), 'utf8'))
      for (const name of names) {
        const described = new RegExp(`^### ${name}\n\n\\S|^- \\[\`${name}\`\\]\\(\\S+\\) of \\S+: \\S`, 'm')
        expect(page, `${name} in docs/api/${pageOf(path)}`).toMatch(described)
      }
    }
  })

  test('has every member of the client, and its examples', async () => {
    const page = await read('main.md')
    const client = entries.find(({ path }) => path === '.')!.items.find(({ name }) => name === 'Client')!
    expect(client.members.length).toBeGreaterThan(20)
    for (const { name } of client.members) expect(page, name).toMatch(new RegExp(`^- \`(readonly )?${name}\\b`, 'm'))
    expect(page).toContain('for (const { name, description } of await client.listTools())')
  })

  test('has links that lead to headings', async () => {
    const files = await readdir(folder)
    const addresses = new Set<string>()
    for (const file of files) {
      addresses.add(file)
      for (const slug of headingSlugs(await read(file))) addresses.add(`${file}#${slug}`)
    }
    for (const file of files) {
      const links = [...(await read(file)).matchAll(/\]\(([^)\s]+\.md[^)\s]*)\)/g)].map(([, link]) => link!)
      expect(
        links.filter((link) => !addresses.has(link)),
        file,
      ).toEqual([])
    }
  })
})

/** As GitHub makes them. */
function headingSlugs(markdown: string): string[] {
  const counts = new Map<string, number>()
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => {
    const slug = heading!
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-')
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  })
}
