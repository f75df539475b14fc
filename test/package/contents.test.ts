/** The files and the manifest of the published package. */
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installed, root } from '../runtimes/paths.ts'
import { runProcess } from '../runtimes/processes.ts'
import { SKILL } from './build/documents.ts'
import { entries, manifest } from './build/entries.ts'
import { dist, importsOf, readBuilt } from './modules.ts'
import { type Packed, pack } from './pack.ts'

/** The files that these import, and they themselves. */
function reachable(files: ReadonlyMap<string, string>, from: readonly string[], lang: 'js' | 'dts' = 'js'): string[] {
  const found = new Set(from)
  for (const file of found) {
    const imported = importsOf(files.get(file) ?? '', lang).filter((specifier) => specifier.startsWith('.'))
    for (const specifier of imported) found.add(posix.join(posix.dirname(file), specifier))
  }
  return [...found].sort()
}

/** At the top level, for people and for coding agents. */
const texts = [
  ...['CHANGELOG.md', 'LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.md', 'package.json'],
  ...['llms.txt', 'llms-full.txt'],
]

describe.concurrent('the published package', () => {
  let packed: Packed
  beforeAll(async () => {
    packed = await pack()
  })
  afterAll(() => packed.dispose())

  test('has these texts at its top level, the file for pages, the command, and a folder per entry', () => {
    const topLevel = new Set(packed.files.map((file) => file.split('/')[0]!))
    const folders = new Set(entries.filter((file) => file.includes('/')).map((file) => file.split('/')[0]!))
    expect([...topLevel].sort()).toEqual([...texts, 'bin', 'bundle.js', ...folders, 'chunks'].sort())
  })

  test('contains the modules that its entries import, each with a source map, and no others', async () => {
    const modules = reachable(await readBuilt('.js'), entries)
    const published = packed.files.filter((file) => /\.js(\.map)?$/.test(file) && file !== 'bundle.js')
    expect(published.sort()).toEqual(modules.flatMap((file) => [file, `${file}.map`]).sort())
  })

  test('contains the declarations that its entries refer to, and no others', async () => {
    const declarations = await readBuilt('.d.ts')
    const named = new Map([...declarations].map(([file, text]) => [file.replace(/d\.ts$/, 'js'), text]))
    const expected = reachable(named, entries, 'dts').map((file) => file.replace(/js$/, 'd.ts'))
    expect(packed.files.filter((file) => file.endsWith('.ts')).sort()).toEqual(expected)
  })

  test('contains no file besides these texts, the command, modules, source maps and declarations', async () => {
    const modules = reachable(await readBuilt('.js'), entries)
    const declarations = packed.files.filter((file) => file.endsWith('.d.ts'))
    const command = ['mcp-over-fetch', 'node-http', 'relay'].map((name) => `bin/${name}.mjs`)
    const built = ['bundle.js', ...modules.flatMap((file) => [file, `${file}.map`]), ...declarations]
    const expected = [...texts, SKILL, ...command, ...built]
    expect([...packed.files].sort()).toEqual(expected.sort())
  })

  test('has source maps that name and contain their sources', async () => {
    for (const file of packed.files.filter((name) => name.endsWith('.map'))) {
      const map = JSON.parse(await readFile(join(dist, file), 'utf8')) as {
        sources: string[]
        sourcesContent: string[]
      }
      expect(map.sourcesContent, file).toHaveLength(map.sources.length)
      for (const source of map.sources) {
        expect(posix.join(posix.dirname(file), source), file).toMatch(/^(src|node_modules\/eventsource-parser)\//)
      }
    }
  })

  test('contains the licence of every package whose code is in it, and of no other', async () => {
    const maps = packed.files.filter((file) => file.endsWith('.map'))
    const texts = await Promise.all(maps.map((file) => readFile(join(dist, file), 'utf8')))
    const sources = texts.flatMap((text) => (JSON.parse(text) as { sources: string[] }).sources)
    const names = new Set(sources.flatMap((source) => /node_modules\/((@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []))
    const notices = await readFile(join(dist, 'THIRD-PARTY-NOTICES.md'), 'utf8')
    expect([...notices.matchAll(/^## (\S+) [\d.]+$/gm)].map(([, name]) => name).sort()).toEqual([...names].sort())
    for (const name of names) {
      const licence = await readFile(join(root, 'node_modules', name, 'LICENSE'), 'utf8')
      expect(notices, name).toContain(licence.trim())
    }
    expect([...names]).toEqual(['eventsource-parser'])
  })

  test('has a manifest without fields for development, and no dependency that is inlined', () => {
    expect(Object.keys(packed.manifest).sort()).toEqual(
      [
        ...[
          'author',
          'bin',
          'bugs',
          'dependencies',
          'description',
          'engines',
          'exports',
          'homepage',
          'keywords',
          'license',
        ],
        ...['name', 'peerDependencies', 'peerDependenciesMeta', 'repository', 'sideEffects', 'type', 'version'],
      ].sort(),
    )
    expect(packed.manifest.dependencies).not.toHaveProperty('eventsource-parser')
  })

  test('needs nothing but its dependencies: React is an optional peer, for the entry that uses it', async () => {
    expect(packed.manifest).toMatchObject({
      peerDependencies: { react: expect.any(String) },
      peerDependenciesMeta: { react: { optional: true } },
    })
    const users = [...(await readBuilt('.js'))].filter(([, text]) => importsOf(text, 'js').includes('react'))
    expect(users.map(([file]) => file)).toEqual(['react/index.js'])
  })

  test('names its addresses by the one field of the repository', () => {
    const { homepage, bugs, repository } = packed.manifest as Record<string, unknown>
    const address = `https://github.com/${manifest.repository}`
    expect([homepage, bugs, repository]).toEqual([
      `${address}#readme`,
      `${address}/issues`,
      { type: 'git', url: `git+${address}.git` },
    ])
  })

  test('cannot be published from the repository by mistake', () => {
    expect(manifest.private).toBe(true)
  })

  test('contains every file that it exports, without runtime conditions', () => {
    for (const [path, target] of Object.entries(packed.manifest.exports)) {
      const targets = typeof target === 'string' ? { default: target } : target
      expect(['default', 'types'], path).toEqual(expect.arrayContaining(Object.keys(targets)))
      expect(packed.files, path).toEqual(expect.arrayContaining(Object.values(targets).map((file) => file.slice(2))))
    }
  })

  test('satisfies publint', async () => {
    const bytes = await readFile(packed.tarball)
    const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([])
  })

  test('satisfies Are The Types Wrong', async () => {
    await runProcess(installed('attw'), [packed.tarball, '--profile', 'esm-only', '--no-color'])
  })
})
