/** Makes everything that is measured: installs the peers, builds ours, and turns the programs into plain JavaScript. */
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { type ContestantName, imports, type ProgramName } from './contestants.ts'
import { benchDir, cacheDir, peersDir, rootDir } from './paths.ts'

const built = join(cacheDir, 'dist', 'index.js')

export async function prepare(names: readonly ContestantName[]): Promise<void> {
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

/** The root's `dist` may be older than the sources. Whether the types agree is checked elsewhere. */
function buildOurs(): void {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
  const options = ['-p', join(rootDir, 'tsconfig.json'), '--outDir', join(cacheDir, 'dist'), '--noCheck']
  execFileSync(process.execPath, [tsc, ...options], { stdio: 'inherit' })
}

/** Packages stay where they are installed, as they do for a user on Node. */
const published: BuildOptions = {
  platform: 'node',
  packages: 'external',
  plugins: [asBuilt((path) => ({ path: `./${relative(cacheDir, path)}`, external: true }))],
}

const bundled: BuildOptions = {
  platform: 'node',
  minify: true,
  plugins: [asBuilt((path) => ({ path }))],
}

/** Bundled as wrangler does by default, which does not minify. */
const worker: BuildOptions = {
  platform: 'neutral',
  mainFields: ['browser', 'module', 'main'],
  conditions: ['workerd', 'worker', 'browser', 'import'],
  plugins: [asBuilt((path) => ({ path }))],
}

/** Puts what is published in the place of our sources; `resolve` says whether to bundle it or to import it. */
function asBuilt(resolve: (path: string) => { path: string; external?: boolean }): Plugin {
  return {
    name: 'as-built',
    setup({ onResolve }) {
      onResolve({ filter: /src\/index\.ts$/ }, () => resolve(built))
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

/** Prints the milliseconds from the start of the process to the end of the imports, and those of CPU in them. */
function importSource(name: ProgramName): string {
  const { statement, used } = smallest(name)
  return `${statement}
    const wall = performance.now()
    const { user, system } = process.cpuUsage()
    if ([${used}].every((value) => typeof value === 'function')) console.log(wall, (user + system) / 1000)`
}

function workerSource(name: ProgramName): string {
  const { statement, used } = smallest(name)
  return `${statement}
    export default { fetch: () => new Response([${used}].map((value) => typeof value).join()) }`
}

function smallest(name: ProgramName): { statement: string; used: string } {
  if (name === 'empty' || name === 'parser') return { statement: '', used: '' }
  const used = imports[name].names.join(', ')
  return { statement: `import { ${used} } from '${imports[name].from}'`, used }
}
