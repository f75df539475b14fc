/** The package as npm would publish it, and as it lies in `node_modules` after an install. */
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createScratch, type Scratch } from '../../playground/server/scratch.ts'
import { manifest } from '../../scripts/build/entries.ts'
import { root } from '../support/paths.ts'
import { runProcess } from '../support/processes.ts'
import { dist } from './modules.ts'

export interface Packed {
  /** The paths of all files in the package. */
  files: string[]
  tarball: string
  manifest: Manifest
  dispose(): Promise<void>
}

export interface Manifest {
  exports: Record<string, string | Record<string, string>>
  [field: string]: unknown
}

/** Packs the build, `dist` unless another is named. */
export async function pack(folder: string = dist): Promise<Packed> {
  const { path, dispose } = await createScratch()
  try {
    const args = ['pack', folder, '--json', '--ignore-scripts', '--pack-destination', path]
    const [report] = JSON.parse(await runProcess('npm', [...args, '--cache', join(path, 'cache')])) as [Report]
    const tarball = join(path, report.filename)
    const text = await runProcess('tar', ['-xOzf', tarball, 'package/package.json'])
    return { files: report.files.map((file) => file.path), tarball, manifest: JSON.parse(text) as Manifest, dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

interface Report {
  filename: string
  files: { path: string }[]
}

/** Puts the packed package and its dependencies into the `node_modules` of a folder, as an installer would. */
export async function unpackInto(folder: string, { tarball }: Packed): Promise<void> {
  const modules = join(folder, 'node_modules')
  const target = join(modules, manifest.name)
  await mkdir(target, { recursive: true })
  await runProcess('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'])
  for (const name of Object.keys(manifest.dependencies)) {
    await symlink(join(root, 'node_modules', name), join(modules, name))
  }
}

/** The packed build of this process, removed when it exits. */
let packing: Promise<Packed> | undefined

/** A new folder with the package installed. */
export async function createInstalled(): Promise<Scratch> {
  packing ??= pack()
  const scratch = await createScratch()
  try {
    await unpackInto(scratch.path, await packing)
    return scratch
  } catch (error) {
    await scratch.dispose()
    throw error
  }
}
