/** What users get with the package: nothing that runs at install, and a release that was audited. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { manifest } from '../../scripts/build/entries.ts'
import { root } from '../support/paths.ts'

interface Locked {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  hasInstallScript?: boolean
  resolved?: string
  integrity?: string
}

/** The dependencies of the package and theirs, from the lock file. */
async function installedWithIt(): Promise<Map<string, Locked>> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const found = new Map<string, Locked>()
  const names = Object.keys(manifest.dependencies as object)
  for (const name of names) {
    const locked = lock.packages[`node_modules/${name}`]
    if (!locked || found.has(name)) continue
    found.set(name, locked)
    names.push(...Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }))
  }
  return found
}

test('what is installed with the package runs no script at install', async () => {
  const packages = await installedWithIt()
  expect([...packages.keys()].sort()).toEqual(['oauth4webapi', 'zod'])
  for (const [name, { hasInstallScript, integrity }] of packages) {
    expect(hasInstallScript, name).toBeUndefined()
    expect(integrity, name).toMatch(/^sha512-/)
    const { scripts = {} } = JSON.parse(await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8'))
    expect(Object.keys(scripts), name).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(pre|post)?install$/)]),
    )
  }
})

test('the sources contain no code under the licence of somebody else', async () => {
  const files = (await readdir(join(root, 'src'), { recursive: true })).filter((file) => file.endsWith('.ts'))
  for (const file of files) {
    const text = await readFile(join(root, 'src', file), 'utf8')
    expect(text, file).not.toMatch(/copyright|SPDX-License|licensed under|@license/i)
  }
})

test('a release is audited and tested before it is published', async () => {
  const workflow = await readFile(join(root, '.github/workflows/release.yml'), 'utf8')
  const commands = [...workflow.matchAll(/^\s*- run: (.*)$/gm)].map(([, command]) => command!)
  const published = commands.findIndex((command) => command.startsWith('npm publish'))
  expect(published).toBeGreaterThan(0)
  for (const needed of ['.ci/run', 'npm ci', 'npm audit --omit=dev', 'npm audit signatures']) {
    const index = commands.indexOf(needed)
    expect(index, needed).toBeGreaterThanOrEqual(0)
    expect(index, needed).toBeLessThan(published)
  }
})
