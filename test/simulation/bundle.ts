/** The simulation in one file, so that a thread starts at once; if wanted, with something in `src` changed. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

export interface Substitution {
  /** Path inside `src`. */
  file: string
  /** Must occur exactly once. */
  search: string
  replace: string
}

export interface Bundle {
  path: string
  dispose(): Promise<void>
}

const entry = fileURLToPath(new URL('seed-worker.ts', import.meta.url))

export async function bundleSimulation(substitutions: readonly Substitution[] = []): Promise<Bundle> {
  const directory = await mkdtemp(join(tmpdir(), 'simulation-'))
  const path = join(directory, 'worker.mjs')
  const dispose = () => rm(directory, { recursive: true, force: true })
  try {
    await build({
      entryPoints: [entry],
      outfile: path,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      sourcemap: 'inline',
      logLevel: 'silent',
      plugins: substitutions.length > 0 ? [substitute(substitutions)] : [],
    })
  } catch (error) {
    await dispose()
    throw error
  }
  return { path, dispose }
}

function substitute(substitutions: readonly Substitution[]): Plugin {
  return {
    name: 'substitute',
    setup({ onLoad, onEnd }) {
      const missed = new Set(substitutions)
      onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
        const here = substitutions.filter(({ file }) => path.replaceAll('\\', '/').endsWith(`/src/${file}`))
        if (here.length === 0) return undefined
        let contents = await readFile(path, 'utf8')
        for (const substitution of here) {
          contents = replaceOnce(contents, substitution)
          missed.delete(substitution)
        }
        return { contents, loader: 'ts' }
      })
      onEnd(() => {
        const errors = [...missed].map(({ file }) => ({ text: `src/${file} is not part of the bundle` }))
        return { errors }
      })
    },
  }
}

function replaceOnce(text: string, { file, search, replace }: Substitution): string {
  const parts = text.split(search)
  if (parts.length !== 2) throw new Error(`src/${file} has ${parts.length - 1} times the text ${search}`)
  return parts.join(replace)
}
