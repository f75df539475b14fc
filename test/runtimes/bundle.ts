/** Builds the scenario bundle. */
import { copyFile, readFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { createScratch, type Scratch } from '../../playground/server/scratch.ts'
import { root } from '../support/paths.ts'

const here = join(root, 'test', 'runtimes')

/** A directory with `suite.js`, its map, and the files that start it. The client is the built package, or its sources. */
export async function createBundle(client: 'package' | 'sources'): Promise<Scratch> {
  const scratch = await createScratch()
  try {
    await build({
      entryPoints: [join(here, 'entry.ts')],
      outfile: join(scratch.path, 'suite.js'),
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      target: 'es2022',
      sourcemap: 'external',
      logLevel: 'silent',
      plugins: client === 'package' ? [publicEntries(await readEntries())] : [],
    })
    for (const name of ['process.mjs', 'worker.mjs', 'page.mjs', 'expected.mjs']) {
      await copyFile(join(here, 'start', name), join(scratch.path, name))
    }
    return scratch
  } catch (error) {
    await scratch.dispose()
    throw error
  }
}

/** Maps the source of each public entry to its published file. */
async function readEntries(): Promise<Map<string, string>> {
  const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { exports: object }
  const published = Object.values(exports).flatMap((entry: { default?: string }) => entry.default ?? [])
  return new Map(
    published.map((path) => [path.replace('./dist/', 'src/').replace(/\.js$/, '.ts'), resolve(root, path)]),
  )
}

function publicEntries(entries: Map<string, string>): Plugin {
  return {
    name: 'public entries only',
    setup({ onResolve }) {
      onResolve({ filter: /\/src\/.*\.ts$/ }, ({ path, resolveDir }) => {
        const source = relative(root, resolve(resolveDir, path)).split(sep).join('/')
        if (!source.startsWith('src/') || source.startsWith('src/testing/')) return undefined
        const published = entries.get(source)
        if (published) return { path: published }
        return { errors: [{ text: `${source} is not public: a scenario sees what a user of the package sees` }] }
      })
    },
  }
}
