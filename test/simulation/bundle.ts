/** Bundles the simulation into one file, so that worker threads start fast; for planted faults with patched sources. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { createScratch } from '../../playground/server/scratch.ts'

export interface Bundle {
  path: string
  dispose(): Promise<void>
}

/** Contents that replace those of files, by path inside of `src`. */
export type PatchedSources = ReadonlyMap<string, string>

const entry = fileURLToPath(new URL('seed-worker.ts', import.meta.url))

export function bundleSimulation(patched?: PatchedSources): Promise<Bundle> {
  return bundleProgram(entry, patched)
}

/** The same for another program that tests `src`. */
export async function bundleProgram(program: string, patched: PatchedSources = new Map()): Promise<Bundle> {
  const scratch = await createScratch()
  const path = join(scratch.path, 'worker.mjs')
  try {
    await build({
      entryPoints: [program],
      outfile: path,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      sourcemap: 'inline',
      logLevel: 'silent',
      plugins: patched.size > 0 ? [replaceSources(patched)] : [],
    })
  } catch (error) {
    await scratch.dispose()
    throw error
  }
  return { path, dispose: scratch.dispose }
}

function replaceSources(patched: PatchedSources): Plugin {
  return {
    name: 'patched sources',
    setup({ onLoad, onEnd }) {
      const unused = new Set(patched.keys())
      onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        const file = [...patched.keys()].find((name) => path.replaceAll('\\', '/').endsWith(`/src/${name}`))
        if (file === undefined) return undefined
        unused.delete(file)
        return { contents: patched.get(file)!, loader: 'ts' }
      })
      onEnd(() => ({ errors: [...unused].map((file) => ({ text: `src/${file} is not part of the bundle` })) }))
    },
  }
}
