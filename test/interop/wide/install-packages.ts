/** Installs packages by their exact versions into a folder that is kept for the next run. */
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProcess } from '../../support/processes.ts'

const cache = fileURLToPath(new URL('.cache', import.meta.url))
const programs = fileURLToPath(new URL('programs', import.meta.url))
const installing = new Map<string, Promise<string>>()

/** Resolves with the folder. Modes with the same packages share it. */
export function installPackages(packages: readonly string[]): Promise<string> {
  const key = packages.join('+').replaceAll(/[^\w.+-]/g, '-')
  return installing.get(key) ?? installing.set(key, installOnce(join(cache, key), packages)).get(key)!
}

async function installOnce(folder: string, packages: readonly string[]): Promise<string> {
  const isInstalled = (await readdir(folder).catch((): string[] => [])).includes('installed')
  if (!isInstalled) {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
    const options = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts']
    await runProcess('npm', ['install', ...options, ...packages], { cwd: folder, limit: 300_000 })
    await writeFile(join(folder, 'installed'), '')
  }
  // Programs find the packages in the folder above them.
  for (const file of await readdir(programs)) await copyFile(join(programs, file), join(folder, file))
  return folder
}
