/** Installers put the package into a new project without a warning, and its entries can be imported. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createScratch, type Scratch } from '../../playground/server/scratch.ts'
import { manifest } from '../../scripts/build/entries.ts'
import { installed } from '../support/paths.ts'
import { runProcess } from '../support/processes.ts'
import { type Packed, pack } from './pack.ts'
import { ownNode, peer, userEnvironment } from './peers.ts'
import { type Registry, startRegistry } from './registry.ts'

/** The entries that have JavaScript; the callback page's script needs a page, and the hooks need React. */
const specifiers = Object.keys(manifest.exports)
  .filter((path) => !['./package.json', './oauth/callback', './react'].includes(path))
  .map((path) => manifest.name + path.slice(1))

/** Both refuse, instead of warning, if a package wants another Node. */
const strict = '--engine-strict'

const installers: Record<string, (tarball: string) => [string, ...string[]]> = {
  npm: (tarball) => ['npm', 'install', strict, '--no-audit', '--no-fund', '--no-update-notifier', tarball],
  'yarn 1': (tarball) => [ownNode, peer('yarn/bin/yarn.js'), 'add', `file:${tarball}`],
  pnpm: (tarball) => [ownNode, peer('pnpm/bin/pnpm.cjs'), 'add', strict, '--config.update-notifier=false', tarball],
  bun: (tarball) => [installed('bun'), 'add', tarball],
}

describe.concurrent('the package', () => {
  let packed: Packed
  let registry: Registry
  let scratch: Scratch
  beforeAll(async () => {
    ;[packed, registry, scratch] = await Promise.all([pack(), startRegistry(), createScratch()])
  }, 60_000)
  afterAll(() => Promise.all([packed.dispose(), registry.dispose(), scratch.dispose()]))

  /** A new project that the installer has put the package into, and what the installer said. */
  async function install(name: string): Promise<{ path: string; output: string }> {
    const path = join(scratch.path, name.replace(' ', '-'))
    await mkdir(path)
    await writeFile(join(path, 'package.json'), JSON.stringify({ name: 'consumer', version: '1.0.0', license: 'MIT' }))
    await writeFile(join(path, '.npmrc'), `registry=${registry.url}\n`)
    const [command, ...args] = installers[name]!(packed.tarball)
    // Warnings go to the standard error, which is part of the output here.
    const line = [command, ...args].map((part) => `'${part}'`).join(' ')
    const output = await runProcess('sh', ['-c', `${line} 2>&1`], { cwd: path, env: userEnvironment(path) })
    return { path, output }
  }

  test.for(Object.keys(installers))(
    'is installed by %s without a warning, and every entry is imported',
    async (name) => {
      const { path, output } = await install(name)
      expect(output).not.toMatch(/warn|deprecated|unsupported|incompatible|engine|error/i)
      const program = `const names = ${JSON.stringify(specifiers)}
      const modules = await Promise.all(names.map((name) => import(name)))
      console.log(modules.map((module) => Object.keys(module).length).join())`
      await writeFile(join(path, 'program.mjs'), program)
      const printed = await runProcess(ownNode, ['program.mjs'], { cwd: path, env: userEnvironment(path) })
      expect(printed.trim().split(',')).toHaveLength(specifiers.length)
    },
  )
})
