/** Bundles programs for one library for user interfaces, with the recipe of docs/ui.md for it. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { findExamples } from '../../package/markdown-examples.ts'
import { root } from '../../support/paths.ts'

export const peersFolder: string = join(import.meta.dirname, 'peers')
const require = createRequire(join(peersFolder, 'package.json'))

/** A text by which the recipe of a library is found in docs/ui.md. */
export const recipeMarks: Readonly<Record<string, string>> = {
  vue: 'onUnmounted',
  svelte: 'readable(',
  solid: 'createSignal',
}

/** The packages that stand for others, by library. */
const aliases: Readonly<Record<string, Record<string, string>>> = {
  'react-18': { react: 'react-18', 'react-dom': 'react-dom-18' },
  'react-19': { react: 'react-19', 'react-dom': 'react-dom-19' },
  preact: {
    react: peer('preact/compat'),
    'react-dom/client': peer('preact/compat/client'),
    'react-dom': peer('preact/compat'),
    // The repository has a copy of its own, for the playground.
    preact: peer('preact'),
  },
}

function peer(path: string): string {
  return join(peersFolder, 'node_modules', path)
}

export async function recipe(library: string): Promise<string> {
  const text = await readFile(join(root, 'docs/ui.md'), 'utf8')
  const found = findExamples(text, ['js']).filter(({ code }) => code.includes(recipeMarks[library]!))
  if (found.length !== 1) throw new Error(`docs/ui.md has ${found.length} recipes for ${library}`)
  return found[0]!.code
}

/** `contents` is code, or the path of a file. */
export async function bundleFor(
  library: string,
  contents: string,
  platform: 'browser' | 'node' = 'browser',
  options: BuildOptions = {},
): Promise<string> {
  const { outputFiles } = await build({
    // A file is an entry point, which the manifest's `sideEffects` does not drop.
    ...(contents.startsWith('/')
      ? { entryPoints: [contents] }
      : { stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' } }),
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform,
    absWorkingDir: root,
    nodePaths: [join(peersFolder, 'node_modules')],
    conditions: platform === 'browser' ? ['browser', 'development'] : ['node'],
    jsx: 'automatic',
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    alias: aliases[library] ?? {},
    plugins: [recipes, svelteFiles(platform)],
    // CommonJS packages that are bundled for Node still require its modules.
    ...(platform === 'node' && {
      external: ['vue', 'vue/server-renderer'],
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    }),
    logLevel: 'silent',
    ...options,
  })
  return outputFiles![0]!.text
}

const recipes: Plugin = {
  name: 'recipes of docs/ui.md',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^recipe:/ }, ({ path }) => ({ path: path.slice('recipe:'.length), namespace: 'recipe' }))
    onLoad({ filter: /^react\d$/, namespace: 'recipe' }, async ({ path }) => {
      const examples = findExamples(await readFile(join(root, 'docs/ui.md'), 'utf8'), ['tsx'])
      return { contents: examples[Number(path.at(-1))]!.code, loader: 'tsx', resolveDir: import.meta.dirname }
    })
    onLoad({ filter: /./, namespace: 'recipe' }, async ({ path }) => ({
      contents: await recipe(path),
      resolveDir: import.meta.dirname,
    }))
  },
}

/** The part of `svelte/compiler` that is used here. */
interface Compiler {
  compile(source: string, options: { filename: string; generate: 'client' | 'server' }): { js: { code: string } }
}

function svelteFiles(platform: 'browser' | 'node'): Plugin {
  return {
    name: 'Svelte',
    setup({ onLoad }) {
      onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
        const { compile } = (await import(require.resolve('svelte/compiler'))) as Compiler
        const generate = platform === 'browser' ? 'client' : 'server'
        return { contents: compile(await readFile(path, 'utf8'), { filename: path, generate }).js.code }
      })
    },
  }
}
