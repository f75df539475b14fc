/** The command of the package: one file per verb with shared chunks, which imports the package by its name. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { root } from '../../test/support/paths.ts'
import { manifest } from './entries.ts'

/** Modules of entries are imported from the package; files that belong to no entry are small, and inlined. */
const entriesByName: Plugin = {
  name: 'entries by name',
  setup({ onResolve }) {
    onResolve({ filter: /\/src\/[\w/-]+\/index\.ts$/ }, ({ path }) => {
      const entry = /\/src\/(.*)\/index\.ts$/.exec(path)![1]!
      return { path: entry === 'core' ? manifest.name : `${manifest.name}/${entry}`, external: true }
    })
  },
}

/** Writes the command below `outdir`; resolves with the names of its files. */
export async function buildCommand(outdir: string): Promise<string[]> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [{ in: 'bin/main.ts', out: 'main' }],
    outdir: root,
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.20',
    outExtension: { '.js': '.mjs' },
    chunkNames: '[name]-[hash]',
    minifyWhitespace: true,
    minifySyntax: true,
    external: [manifest.name, `${manifest.name}/*`, ...Object.keys(manifest.dependencies)],
    plugins: [entriesByName],
    logLevel: 'warning',
  })
  for (const { path, contents } of outputFiles) {
    const file = join(outdir, 'bin', relative(root, path))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, contents)
  }
  return outputFiles.map(({ path }) => relative(root, path))
}
