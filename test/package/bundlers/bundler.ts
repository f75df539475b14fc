/** What a row of docs/bundlers.md is: something that builds or loads the application, and runs what came out. */
import { readFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { manifest } from '../../../scripts/build/entries.ts'
import { root } from '../../support/paths.ts'
import { runProcess } from '../../support/processes.ts'
import type { Packed } from '../pack.ts'

export interface Workbench {
  packed: Packed
  browser: Browser
  /** A new folder with the package installed, and the application in `greet.js`. */
  createProject(): Promise<string>
}

export interface Bundler {
  name: string
  /** What runs the output. */
  runsIn: string
  /** The version that is pinned here. */
  version: string
  /** Builds the application and runs it; resolves with what it says. */
  run(workbench: Workbench): Promise<string>
}

/** What the application says when it works. */
export const greeting = (name: string): string => `Hello, ${name}! 2 tools`

export const app: string = join(import.meta.dirname, 'app')

/** The folder of a bundler that has a manifest of its own. */
export const folderOf = (name: string): string => join(import.meta.dirname, name)

/** The version of a package that the manifest in this folder pins. */
export function pinned(name: string, folder: string = root): string {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  return devDependencies?.[name] ?? dependencies![name]!
}

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** Puts the package and its dependencies into the `node_modules` of a bundler's folder, as files and not as links. */
export async function installInto(folder: string, { tarball }: Packed): Promise<void> {
  const modules = join(folder, 'node_modules')
  const target = join(modules, manifest.name)
  await rm(target, { recursive: true, force: true })
  await runProcess('sh', ['-c', `mkdir -p '${target}' && tar -xzf '${tarball}' -C '${target}' --strip-components=1`])
  for (const name of Object.keys(manifest.dependencies)) {
    await cp(join(root, 'node_modules', name), join(modules, name), { recursive: true, force: true })
  }
}
