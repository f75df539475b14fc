/** The JavaScript of the package: one readable module per entry with shared chunks, and one minified file for pages. */
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { type BuildOptions, type BuildResult, build, type Metafile, type Plugin } from 'esbuild'
import { root } from '../../test/support/paths.ts'
import { BUNDLE, entries, manifest } from './entries.ts'
import { inModuleOrder, readModuleOrder } from './module-order.ts'

export interface BuiltJavaScript {
  /** The value of an `integrity` attribute for the file for pages. */
  integrity: string
  /** The packages whose code is in the files, without those that are imported. */
  inlined: string[]
}

const MAIN = 'src/core/index.ts'

/** Reached by every entry that has a client in it. */
const CLIENT = 'src/core/create-connect.ts'

/**
 * An entry that imports the main one and is not published. With it the client becomes a chunk, and the main entry only
 * exports from chunks, so that a program that uses no more than `isMcpError` is bundled without the client.
 */
const SECOND = 'src/second.ts'

/** Names of output files and sources are relative to the root, so that the result is the same in every folder. */
const shared = {
  absWorkingDir: root,
  outdir: root,
  write: false,
  outbase: 'src',
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  metafile: true,
  logLevel: 'warning',
  // Imports that are there for the order of modules only.
  logOverride: { 'ignored-bare-import': 'silent' },
} as const satisfies BuildOptions

/** Writes all JavaScript of the package below `outdir`. */
export async function buildJavaScript(outdir: string): Promise<BuiltJavaScript> {
  const [modules, bundle] = await Promise.all([buildModules(), buildBundle()])
  for (const { path, contents } of [...modules.outputFiles, ...bundle.outputFiles]) {
    const file = join(outdir, relative(root, path))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, contents)
  }
  const digest = createHash('sha384').update(bundle.outputFiles[0]!.contents).digest('base64')
  return { integrity: `sha384-${digest}`, inlined: inlinedPackages(modules.metafile, bundle.metafile) }
}

type Built = BuildResult<typeof shared>

async function buildModules(): Promise<Built> {
  const files = entries.map((file) => `src/${file.replace(/js$/, 'ts')}`)
  const options = {
    ...shared,
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    external: Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
  } as const satisfies BuildOptions
  const { metafile } = await build({ ...options, entryPoints: files })
  const built = await build({
    ...options,
    entryPoints: [...files, SECOND].map((file) => ({
      in: `entry:${file}`,
      out: file.slice('src/'.length, -'.ts'.length),
    })),
    plugins: [shareOneChunk(metafile, files)],
    // Otherwise the statements that an entry uses would decide which chunk they go into.
    treeShaking: false,
  })
  return { ...built, outputFiles: built.outputFiles.filter(({ path }) => !path.startsWith(join(root, 'second'))) }
}

/**
 * Puts everything that the main entry shares with others into one chunk. By itself esbuild makes a chunk for each
 * combination of entries, and a page without a bundler would load ten files of a few hundred bytes.
 */
function shareOneChunk({ inputs }: Metafile, files: readonly string[]): Plugin {
  const reached = new Map(files.map((file) => [file, reachableFrom(file)]))
  // An entry with a client in it shares most of the main one, which is another chunk: the others must not load that.
  const others = files.filter((file) => !reached.get(file)?.has(CLIENT))
  const ofMain = reached.get(MAIN) ?? new Set()
  const order = [...new Set([...readModuleOrder(), ...ofMain])].filter((file) => ofMain.has(file))
  const common = order.filter((file) => others.some((other) => reached.get(other)?.has(file)))
  return {
    name: 'share one chunk',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^entry:/ }, ({ path }) => ({ path: path.slice('entry:'.length), namespace: 'entry' }))
      onLoad({ filter: /./, namespace: 'entry' }, ({ path }) => {
        const file = path === SECOND ? MAIN : path
        const isUser = common.some((one) => reached.get(file)?.has(one))
        // The first import of a module decides its place.
        const imports = (file === MAIN ? order : isUser ? common : []).map((one) => `import './${one}'`)
        // Frameworks that render on a server read this directive at the beginning of a file.
        const directives = file.startsWith('src/react/') ? ["'use client'"] : []
        return { contents: [...directives, ...imports, `export * from './${file}'`].join('\n'), resolveDir: root }
      })
      // Otherwise the manifest's `sideEffects` would drop the imports that are added above.
      onResolve({ filter: /\.ts$/ }, ({ path, resolveDir }) => ({ path: resolve(resolveDir, path), sideEffects: true }))
    },
  }

  function reachableFrom(file: string, seen = new Set<string>()): Set<string> {
    if (seen.has(file)) return seen
    seen.add(file)
    for (const { path, external } of inputs[file]?.imports ?? []) if (!external) reachableFrom(path, seen)
    return seen
  }
}

async function buildBundle(): Promise<Built> {
  return build({
    ...shared,
    stdin: { contents: inModuleOrder(`export * from './${MAIN}'`), resolveDir: root },
    entryNames: BUNDLE.replace('.js', ''),
    minify: true,
    banner: { js: `/*! ${manifest.name} ${manifest.version}, MIT; with the notices of ${NOTICES} */` },
  })
}

/** The file with the licences of inlined packages. */
export const NOTICES = 'THIRD-PARTY-NOTICES.md'

function inlinedPackages(...metafiles: Metafile[]): string[] {
  const files = metafiles.flatMap(({ inputs }) => Object.keys(inputs))
  const names = files.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [])
  return [...new Set(names)].sort()
}
