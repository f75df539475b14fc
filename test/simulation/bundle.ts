/** Bundles the simulation into one file, so that worker threads start fast; for planted faults with patched sources. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, context, type Plugin } from 'esbuild'
import { createScratch } from '../../playground/server/scratch.ts'

export interface Bundle {
  path: string
  dispose(): Promise<void>
}

/** Contents that replace those of files, by path inside of `src`. */
export type PatchedSources = ReadonlyMap<string, string>

export interface Bundler {
  /** Returns the path of a bundle, which is there until the bundler is disposed of. */
  bundle(patched?: PatchedSources): Promise<string>
  dispose(): Promise<void>
}

const entry = fileURLToPath(new URL('seed-worker.ts', import.meta.url))

const OPTIONS: BuildOptions = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'silent',
}

export function bundleSimulation(patched?: PatchedSources): Promise<Bundle> {
  return bundleProgram(entry, patched)
}

/** The same for another program that tests `src`. */
export async function bundleProgram(program: string, patched?: PatchedSources): Promise<Bundle> {
  const { bundle, dispose } = await createBundler(program, 'inline')
  try {
    return { path: await bundle(patched), dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

/** Files that are in several bundles are read once. */
export async function createBundler(program = entry, sourcemap?: 'inline'): Promise<Bundler> {
  const scratch = await createScratch()
  let patched: PatchedSources = new Map()
  let count = 0
  const plugins = [replaceSources(() => patched)]
  const { rebuild, dispose } = await context({
    ...OPTIONS,
    ...(sourcemap && { sourcemap }),
    entryPoints: [program],
    outdir: scratch.path,
    write: false,
    plugins,
  })
  return {
    async bundle(next = new Map()) {
      patched = next
      const { outputFiles = [] } = await rebuild()
      const path = join(scratch.path, `worker-${++count}.mjs`)
      await writeFile(path, outputFiles[0]!.contents)
      return path
    },
    async dispose() {
      await dispose()
      await scratch.dispose()
    },
  }
}

function replaceSources(current: () => PatchedSources): Plugin {
  return {
    name: 'patched sources',
    setup({ onStart, onLoad, onEnd }) {
      const unused = new Set<string>()
      onStart(() => {
        unused.clear()
        for (const file of current().keys()) unused.add(file)
      })
      onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        const patched = current()
        const file = [...patched.keys()].find((name) => path.replaceAll('\\', '/').endsWith(`/src/${name}`))
        if (file === undefined) return undefined
        unused.delete(file)
        return { contents: patched.get(file)!, loader: 'ts' }
      })
      onEnd(() => ({ errors: [...unused].map((file) => ({ text: `src/${file} is not part of the bundle` })) }))
    },
  }
}
