/** The package as npm would publish it. */
import { join } from 'node:path'
import { createScratch } from '../../playground/server/scratch.ts'
import { root } from '../runtimes/paths.ts'
import { runProcess } from '../runtimes/processes.ts'

export interface Packed {
  /** The paths of all files in the package. */
  files: string[]
  tarball: string
  manifest: Manifest
  dispose(): Promise<void>
}

export interface Manifest {
  exports: Record<string, string | Record<string, string>>
  scripts?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  bundleDependencies?: string[]
}

export async function pack(): Promise<Packed> {
  const { path, dispose } = await createScratch()
  try {
    // Without scripts: prepack would rebuild `dist` while other tests read it.
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', path, '--cache', join(path, 'cache')]
    const [report] = JSON.parse(await runProcess('npm', args, { cwd: root })) as [Report]
    const tarball = join(path, report.filename)
    const manifest = JSON.parse(await runProcess('tar', ['-xOzf', tarball, 'package/package.json'])) as Manifest
    return { files: report.files.map((file) => file.path), tarball, manifest, dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

interface Report {
  filename: string
  files: { path: string }[]
}
