/** Defenses that a test takes out of the sources, to see that the attack works without them. */
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Plugin } from 'esbuild'
import { root } from '../../support/paths.ts'

export interface Patch {
  /** Below `src/apps`. */
  file: string
  search: string
  replace: string
}

/** Each patch must find its text, so that no test goes on proving a defense that is written differently by now. */
export function applyPatches(file: string, code: string, patches: readonly Patch[]): string {
  return patches
    .filter((patch) => patch.file === file)
    .reduce((text, { search, replace }) => {
      if (text.split(search).length !== 2) throw new Error(`src/apps/${file} does not have once: ${search}`)
      return text.replace(search, () => replace)
    }, code)
}

export function patching(patches: readonly Patch[]): Plugin {
  const folder = join(root, 'src/apps')
  return {
    name: 'patched apps',
    setup({ onLoad }) {
      onLoad({ filter: /src[\\/]apps[\\/].*\.ts$/ }, async ({ path }) => {
        const file = relative(folder, path).split(sep).join('/')
        return { contents: applyPatches(file, await readFile(path, 'utf8'), patches), loader: 'ts' }
      })
    },
  }
}
