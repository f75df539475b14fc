/** Nothing that a reader sees has a placeholder that somebody forgot to fill in: the repository and the packed files. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../support/paths.ts'
import { dist } from './modules.ts'
import { pack } from './pack.ts'

/** A name, version or hash that is left open. In code, VERSION may be a constant. */
const anywhere = /\b(?:AUTHOR|OWNER)\b|@owner\/|@VERSION\b|\bsha\d{3}-(?:…|\.\.\.)/g
const inTexts = /\bVERSION\b/g

function findPlaceholders(file: string, text: string): string[] {
  const isCode = /\.(?:m?[jt]sx?|map)$/.test(file)
  const found = [...(text.match(anywhere) ?? []), ...((!isCode && text.match(inTexts)) || [])]
  return found.map((placeholder) => `${file}: ${placeholder}`)
}

/** Not for readers, or written by tools. `dist` is checked as it is packed. */
const leftOut = ['.git', '.cache', '.wrangler', 'dist', 'node_modules', 'test', 'package-lock.json']

async function readersFiles(folder = ''): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  const listed = entries
    .filter(({ name }) => !leftOut.includes(name) && !/\.(?:png|log)$/.test(name))
    .map(async (entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? readersFiles(path) : [path]
    })
  return (await Promise.all(listed)).flat()
}

describe('no placeholder', () => {
  test('is in a file of the repository', async () => {
    const files = await readersFiles()
    const some = ['README.md', 'package.json', 'jsr.json', 'LICENSE', 'SECURITY.md', '.github/workflows/release.yml']
    expect(files).toEqual(expect.arrayContaining([...some, 'docs/guarantees.md', 'examples/html/index.html']))
    const found = files.map(async (file) => findPlaceholders(file, await readFile(join(root, file), 'utf8')))
    expect((await Promise.all(found)).flat()).toEqual([])
  })

  test('is in a packed file', async () => {
    const { files, dispose } = await pack()
    await dispose()
    expect(files).toEqual(expect.arrayContaining(['README.md', 'package.json', 'llms.txt', 'bundle.js']))
    const found = files.map(async (file) => findPlaceholders(file, await readFile(join(dist, file), 'utf8')))
    expect((await Promise.all(found)).flat()).toEqual([])
  })

  test('is overlooked', () => {
    const texts = [
      '"author": "AUTHOR"',
      'OWNER/mcp-over-fetch',
      '"@owner/mcp-over-fetch"',
      'version VERSION',
      'sha384-…',
    ]
    for (const text of texts) expect(findPlaceholders('README.md', text), text).toHaveLength(1)
    expect(findPlaceholders('a.js', "from 'mcp-over-fetch@VERSION/bundle.js'")).toHaveLength(1)
    expect(findPlaceholders('a.ts', 'const VERSION = sha384(owner)')).toEqual([])
    expect(findPlaceholders('README.md', '[VERSIONING](VERSIONING.md)')).toEqual([])
  })
})
