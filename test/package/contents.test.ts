/** The files and the manifest of the published package. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LAUNCHER, publishedManifest, SKILL } from '../../scripts/build/documents.ts'
import { entries, manifest } from '../../scripts/build/entries.ts'
import { installed, root } from '../support/paths.ts'
import { runProcess } from '../support/processes.ts'
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

/** The files of the command that its main file imports, also when a verb is used. */
async function reachableCommand(files: readonly string[]): Promise<string[]> {
  const names = files.filter((file) => file.startsWith('bin/') && file !== LAUNCHER)
  const texts = await Promise.all(names.map((file) => readFile(join(dist, file), 'utf8')))
  return reachable(new Map(names.map((file, index) => [file, texts[index]!])), ['bin/main.mjs'])
}

/** JavaScript that is no module of an entry. */
const isOther = (file: string) => file === 'bundle.js' || file.startsWith('inspector/')

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

  test('has these texts at its top level, the file for pages, the command, the inspector, a folder per entry, and what entries share', () => {
    const topLevel = new Set(packed.files.map((file) => file.split('/')[0]!))
    const folders = new Set(entries.filter((file) => file.includes('/')).map((file) => file.split('/')[0]!))
    expect([...topLevel].sort()).toEqual(
      [...texts, 'bin', 'bundle.js', 'inspector', ...folders, 'chunks', 'shared'].sort(),
    )
  })

  test('contains the modules that its entries import, and no others', async () => {
    const modules = reachable(await readBuilt('.js'), entries)
    const published = packed.files.filter((file) => file.endsWith('.js') && !isOther(file))
    expect(published.sort()).toEqual(modules)
  })

  test('contains the declarations that its entries refer to, and no others', async () => {
    const declarations = await readBuilt('.d.ts')
    const named = new Map([...declarations].map(([file, text]) => [file.replace(/d\.ts$/, 'js'), text]))
    const expected = reachable(named, entries, 'dts').map((file) => file.replace(/js$/, 'd.ts'))
    expect(packed.files.filter((file) => file.endsWith('.ts')).sort()).toEqual(expected)
  })

  test('contains no file besides these texts, the command, the inspector, modules and declarations', async () => {
    const modules = reachable(await readBuilt('.js'), entries)
    const declarations = packed.files.filter((file) => file.endsWith('.d.ts'))
    const page = packed.files.filter((file) =>
      /^inspector\/((index|callback)\.html|assets\/[\w.-]+\.(js|css|svg)|icon-[\w-]+\.png|manifest\.webmanifest)$/.test(
        file,
      ),
    )
    const built = ['bundle.js', ...page, ...modules, ...declarations]
    const command = await reachableCommand(packed.files)
    const expected = [...texts, SKILL, LAUNCHER, ...command, ...built]
    expect([...packed.files].sort()).toEqual(expected.sort())
  })

  test('is as small as somebody on a slow network would like it, with the inspector inside', async () => {
    const { size } = await stat(packed.tarball)
    expect(size).toBeLessThan(1_200_000)
    const sizes = await Promise.all(packed.files.map(async (file) => (await stat(join(dist, file))).size))
    expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(4_500_000)
  })

  test('has an inspector without the scenarios of the self-test and without a service worker', async () => {
    const scripts = packed.files.filter((file) => /^inspector\/.*\.js$/.test(file))
    expect(scripts.filter((file) => file.includes('service-worker'))).toEqual([])
    const texts = await Promise.all(scripts.map((file) => readFile(join(dist, file), 'utf8')))
    // The title of a scenario.
    const found = texts.filter((text) => text.includes('an McpError that the given fetch throws passes unchanged'))
    expect(found).toHaveLength(0)
  })

  test('contains the licence of every package whose code is in it, and of no other', async () => {
    const names = [
      '@cfworker/json-schema',
      '@preact/signals',
      '@preact/signals-core',
      'eventsource-parser',
      'oauth4webapi',
      'preact',
      'zod',
    ]
    const notices = await readFile(join(dist, 'THIRD-PARTY-NOTICES.md'), 'utf8')
    expect([...notices.matchAll(/^## (\S+) [\d.]+$/gm)].map(([, name]) => name).sort()).toEqual(names)
    for (const name of names) {
      const folder = join(root, 'node_modules', name)
      const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry))
      // One of them only declares it.
      if (!file) continue
      expect(notices, name).toContain((await readFile(join(folder, file), 'utf8')).trim())
    }
  })

  test('has a manifest without fields for development, and no dependency that is inlined', () => {
    expect(Object.keys(packed.manifest).sort()).toEqual(
      [
        ...['author', 'bin', 'dependencies', 'description', 'engines', 'exports', 'keywords', 'license'],
        ...['name', 'peerDependencies', 'peerDependenciesMeta', 'sideEffects', 'type', 'version'],
        ...(manifest.repository ? ['bugs', 'homepage', 'repository'] : []),
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
    expect(publishedManifest('ada/mcp-over-fetch')).toMatchObject({
      homepage: 'https://github.com/ada/mcp-over-fetch#readme',
      bugs: 'https://github.com/ada/mcp-over-fetch/issues',
      repository: { type: 'git', url: 'git+https://github.com/ada/mcp-over-fetch.git' },
    })
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
