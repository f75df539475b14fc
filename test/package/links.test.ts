/** The links of the pages lead somewhere, also from the page of the package at a registry. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withAddresses } from '../../scripts/build/addresses.ts'
import { root } from '../support/paths.ts'
import { findAnchors, findLinks } from './links.ts'

const folders = ['.', 'docs', 'examples', 'examples/worker', 'bench']
const listed = folders.map(async (folder) => {
  const names = await readdir(join(root, folder))
  return names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name))
})
const pages = (await Promise.all(listed)).flat()

/** A link to a file or heading that is not there. */
async function isBroken(page: string, target: string): Promise<boolean> {
  if (/^[a-z]+:/.test(target)) return false
  const [path, anchor] = target.split('#')
  const file = path ? join(root, dirname(page), path) : join(root, page)
  if (!existsSync(file)) return true
  return anchor !== undefined && !findAnchors(await readFile(file, 'utf8')).includes(anchor)
}

describe('the links of the pages', () => {
  test.for(pages)('of %s lead to files and headings that are there', async (page) => {
    const broken: string[] = []
    for (const target of findLinks(await readFile(join(root, page), 'utf8'))) {
      if (await isBroken(page, target)) broken.push(target)
    }
    expect(broken).toEqual([])
  })

  test('lead from the index to every page of docs/', async () => {
    const index = findLinks(await readFile(join(root, 'docs/README.md'), 'utf8'))
    const others = pages.filter((page) => dirname(page) === 'docs' && page !== 'docs/README.md')
    expect(index).toEqual(expect.arrayContaining(others.map((page) => relative('docs', page))))
  })

  test('are addresses of the repository in the published README and changelog, for the page at a registry', async () => {
    const own = /^https:\/\/(github|raw\.githubusercontent)\.com\/ada\/mcp-over-fetch\//
    for (const page of ['README.md', 'CHANGELOG.md']) {
      const text = await readFile(join(root, page), 'utf8')
      const published = findLinks(withAddresses(text, 'ada/mcp-over-fetch'))
      expect(published.filter((target) => !target.startsWith('https://'))).toEqual([])
      const relative = findLinks(text).filter((target) => !/^https?:/.test(target))
      expect(published.filter((target) => own.test(target))).toHaveLength(relative.length)
    }
  })

  test('are found, with headings that have code, signs and the same words twice', () => {
    const page =
      '# A `b.c()`: what?\n\n[one](a.md#b) `[no](code)` <img src="x.png">\n\n```md\n[no](block)\n```\n\n## Twice\n\n## Twice\n'
    expect(findLinks(page)).toEqual(['a.md#b', 'x.png'])
    expect(findAnchors(page)).toEqual(['a-bc-what', 'twice', 'twice-1'])
  })
})
