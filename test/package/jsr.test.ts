/** `jsr.json`: it agrees with package.json, and Deno would publish the sources without slow types. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createScratch } from '../../playground/server/scratch.ts'
import { entries, manifest } from '../../scripts/build/entries.ts'
import { installed, root } from '../support/paths.ts'
import { runProcess } from '../support/processes.ts'

interface JsrFile {
  name: string
  version: string
  license: string
  exports: Record<string, string>
  imports: Record<string, string>
}

const jsr = JSON.parse(await readFile(join(root, 'jsr.json'), 'utf8')) as JsrFile

describe('jsr.json', () => {
  test('has the version and licence of package.json, and its name in a scope of the project', () => {
    const { name, version, license } = jsr
    expect({ name, version, license }).toEqual({
      name: `@${manifest.name}/${manifest.name}`,
      version: manifest.version,
      license: manifest.license,
    })
  })

  test('exports the source of every entry but that for React, which is a package of npm', () => {
    const sources = entries
      .filter((file) => !file.startsWith('react/'))
      .map((file) => `./src/${file.replace(/js$/, 'ts')}`)
    expect(Object.values(jsr.exports)).toEqual(sources)
    expect(Object.keys(manifest.exports)).toEqual(expect.arrayContaining(Object.keys(jsr.exports)))
  })

  test('imports the versions of packages that package.json names', () => {
    const versions: Record<string, string> = {
      ...manifest.dependencies,
      ...(manifest.devDependencies as Record<string, string>),
    }
    for (const [specifier, target] of Object.entries(jsr.imports)) {
      const [name = '', ...path] = specifier.split('/')
      expect(target).toBe(['npm:', name, '@', versions[name], ...path.map((part) => `/${part}`)].join(''))
    }
  })

  test('is published without slow types, and without tests', async () => {
    const cache = await createScratch()
    try {
      const env = { ...process.env, DENO_DIR: cache.path, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' }
      const command = `'${installed('deno')}' publish --dry-run --allow-dirty 2>&1`
      const output = await runProcess('sh', ['-c', command], { cwd: root, env })
      expect(output).not.toMatch(/^(warning|error)\b/im)
      const published = [...output.matchAll(/file:\/\/(\S+) \(/g)].map(([, path]) => path!.slice(root.length + 1))
      expect(published).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'src/core/index.ts']))
      const others = published.filter((file) => !file.startsWith('src/') || file.startsWith('src/react/'))
      expect(others.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'jsr.json'])
    } finally {
      await cache.dispose()
    }
  })
})
