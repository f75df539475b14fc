/** Prepares the bench: installs the peers and our package, and bundles the measured programs. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type BuildOptions, build, type OnResolveResult, type Plugin } from 'esbuild'
import { buildPackage } from '../package/build/build-package.ts'
import { pack, unpackInto } from '../package/pack.ts'
import { type ClientName, imports, type ProgramName } from './compared-clients.ts'
import { benchDir, cacheDir, peersDir } from './paths.ts'

const modules = join(cacheDir, 'node_modules')

export async function prepare(names: readonly ClientName[]): Promise<void> {
  const started: ProgramName[] = ['empty', ...names]
  if (names.includes('official')) installPeers()
  installEmpty()
  if (names.includes('ours')) await installOurs()
  await Promise.all([
    program('server.mjs', "import './server/server.ts'", published),
    ...[...names, 'parser'].map((name) => program(`client-${name}.mjs`, clientSource(name), published)),
    ...names.map((name) => program(`import-${name}.mjs`, importSource(name), published)),
    program('import-empty.mjs', `import 'empty'\n${importSource('empty')}`, published),
    ...started.map((name) => program(`bundle-${name}.mjs`, importSource(name), bundled)),
    ...started.map((name) => program(`worker-${name}.mjs`, workerSource(name), worker)),
  ])
}

export function cleanUp(): void {
  rmSync(cacheDir, { recursive: true, force: true })
}

function installPeers(): void {
  if (!existsSync(join(peersDir, 'node_modules'))) execFileSync('npm', ['ci'], { cwd: peersDir, stdio: 'inherit' })
}

/** A new build, since the `dist` of the root may be older than the sources, installed as it is published. */
async function installOurs(): Promise<void> {
  const folder = join(cacheDir, 'dist')
  await buildPackage(folder)
  const packed = await pack(folder)
  await unpackInto(cacheDir, packed)
  await packed.dispose()
}

/** A package without code, with which the start of Node is compared. */
function installEmpty(): void {
  const folder = join(modules, 'empty')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', exports: './index.js' }))
  writeFileSync(join(folder, 'index.js'), '')
}

/** Packages are imported from node_modules, as on a user's Node. */
const published: BuildOptions = {
  platform: 'node',
  packages: 'external',
  plugins: [
    useInstalled({
      ours: { path: 'mcp-over-fetch', external: true },
      official: { path: `./${relative(cacheDir, join(peersDir, 'official.mjs'))}`, external: true },
    }),
  ],
}

const files = {
  ours: { path: join(modules, 'mcp-over-fetch', 'core', 'index.js') },
  official: { path: join(peersDir, 'official.mjs') },
}

const bundled: BuildOptions = {
  platform: 'node',
  minify: true,
  plugins: [useInstalled(files)],
}

/** Bundled like the default of wrangler, which does not minify. */
const worker: BuildOptions = {
  platform: 'neutral',
  mainFields: ['browser', 'module', 'main'],
  conditions: ['workerd', 'worker', 'browser', 'import'],
  plugins: [useInstalled(files)],
}

/** Replaces imports of our sources by the installed package, to bundle or to import. */
function useInstalled({ ours, official }: Record<'ours' | 'official', OnResolveResult>): Plugin {
  return {
    name: 'use-installed',
    setup({ onResolve }) {
      onResolve({ filter: /src\/core\/index\.ts$/ }, () => ours)
      onResolve({ filter: /peers\/official\.mjs$/ }, () => official)
    },
  }
}

async function program(outfile: string, contents: string, options: BuildOptions): Promise<void> {
  await build({
    ...options,
    stdin: { contents, resolveDir: benchDir, loader: 'ts' },
    outfile: join(cacheDir, outfile),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  })
}

function clientSource(name: string): string {
  return `
    import { open } from './clients/${name}.ts'
    import { serveJobs } from './clients/jobs.ts'
    serveJobs(open)`
}

/** Prints the wall time and CPU time from the start of the process to the end of its imports, in milliseconds. */
function importSource(name: ProgramName): string {
  const { statement, used } = smallestProgram(name)
  return `${statement}
    const wall = performance.now()
    const { user, system } = process.cpuUsage()
    if ([${used}].every((value) => typeof value === 'function')) console.log(wall, (user + system) / 1000)`
}

function workerSource(name: ProgramName): string {
  const { statement, used } = smallestProgram(name)
  return `${statement}
    export default { fetch: () => new Response([${used}].map((value) => typeof value).join()) }`
}

function smallestProgram(name: ProgramName): { statement: string; used: string } {
  if (name === 'empty' || name === 'parser') return { statement: '', used: '' }
  const used = imports[name].names.join(', ')
  return { statement: `import { ${used} } from '${imports[name].from}'`, used }
}
