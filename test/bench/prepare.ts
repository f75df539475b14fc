/** Prepares the bench: installs the peers, builds our package, and bundles the measured programs. */
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { type ClientName, imports, type ProgramName } from './compared-clients.ts'
import { benchDir, cacheDir, peersDir, rootDir } from './paths.ts'

const built = join(cacheDir, 'dist', 'core', 'index.js')

export async function prepare(names: readonly ClientName[]): Promise<void> {
  const started: ProgramName[] = ['empty', ...names]
  if (names.includes('official')) installPeers()
  if (names.includes('ours')) buildOurs()
  await Promise.all([
    program('server.mjs', "import './server/server.ts'", published),
    ...[...names, 'parser'].map((name) => program(`client-${name}.mjs`, clientSource(name), published)),
    ...started.map((name) => program(`import-${name}.mjs`, importSource(name), published)),
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

/** A new build, since the `dist` of the root may be older than the sources; without type checking. */
function buildOurs(): void {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
  const options = ['-p', join(rootDir, 'tsconfig.json'), '--outDir', join(cacheDir, 'dist'), '--noCheck']
  execFileSync(process.execPath, [tsc, ...options], { stdio: 'inherit' })
}

/** Packages are imported from node_modules, as on a user's Node. */
const published: BuildOptions = {
  platform: 'node',
  packages: 'external',
  plugins: [useBuild((path) => ({ path: `./${relative(cacheDir, path)}`, external: true }))],
}

const bundled: BuildOptions = {
  platform: 'node',
  minify: true,
  plugins: [useBuild((path) => ({ path }))],
}

/** Bundled like the default of wrangler, which does not minify. */
const worker: BuildOptions = {
  platform: 'neutral',
  mainFields: ['browser', 'module', 'main'],
  conditions: ['workerd', 'worker', 'browser', 'import'],
  plugins: [useBuild((path) => ({ path }))],
}

/** Replaces imports of our sources by the build; `resolve` says whether to bundle or to import it. */
function useBuild(resolve: (path: string) => { path: string; external?: boolean }): Plugin {
  return {
    name: 'use-build',
    setup({ onResolve }) {
      onResolve({ filter: /src\/core\/index\.ts$/ }, () => resolve(built))
      onResolve({ filter: /peers\/official\.mjs$/ }, () => resolve(join(peersDir, 'official.mjs')))
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
