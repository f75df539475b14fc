/** Prepares the bench: installs the peers and our package, and bundles the measured programs. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type BuildOptions, build, type OnResolveResult, type Plugin } from 'esbuild'
import { buildPackage } from '../scripts/build/build-package.ts'
import { pack, unpackInto } from '../test/package/pack.ts'
import { type ClientName, canCall, imports, type ProgramName } from './compared-clients.ts'
import { benchDir, cacheDir, peersDir } from './paths.ts'
import { installComparedPeers } from './peers.ts'

const modules = join(cacheDir, 'node_modules')
/** Our package as installed in the cache. */
export const oursDir: string = join(modules, 'mcp-over-fetch')

/** Gives the names of the clients that can be measured. */
export async function prepare(wanted: readonly ClientName[]): Promise<ClientName[]> {
  const names = await installComparedPeers(wanted)
  const started: ProgramName[] = ['empty', ...names]
  const calling: ProgramName[] = ['parser', ...names.filter(canCall)]
  installEmpty()
  await installOurs()
  await Promise.all([
    // The package says that its modules have no side effects; this one starts a server.
    program('server.mjs', "import './server/server.ts'", { ...published, ignoreAnnotations: true }),
    ...calling.map((name) => program(`client-${name}.mjs`, clientSource(name), published)),
    ...['bare', 'ours'].map((name) => program(`growth-${name}.mjs`, growthSource(name), published)),
    ...names.map((name) => program(`import-${name}.mjs`, importSource(name), published)),
    program('import-empty.mjs', `import 'empty'\n${importSource('empty')}`, published),
    ...started.map((name) => program(`bundle-${name}.mjs`, importSource(name), bundled)),
    ...started.map((name) => program(`worker-${name}.mjs`, workerSource(name), worker)),
  ])
  return names
}

export function cleanUp(): void {
  rmSync(cacheDir, { recursive: true, force: true })
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
    useInstalled({ path: 'mcp-over-fetch', external: true }, (path) => ({
      path: `./${relative(cacheDir, path)}`,
      external: true,
    })),
  ],
}

const fromFiles = useInstalled({ path: join(oursDir, 'core', 'index.js') }, (path) => ({ path }))

const bundled: BuildOptions = { platform: 'node', minify: true, plugins: [fromFiles] }

/** Bundled like the default of wrangler, which does not minify. */
export const worker: BuildOptions = {
  platform: 'neutral',
  mainFields: ['browser', 'module', 'main'],
  conditions: ['workerd', 'worker', 'browser', 'import'],
  external: ['node:*', 'cloudflare:*'],
  plugins: [fromFiles],
}

/** Replaces imports of our sources by the installed package, and of peers by their folder, to bundle or to import. */
function useInstalled(ours: OnResolveResult, peer: (path: string) => OnResolveResult): Plugin {
  return {
    name: 'use-installed',
    setup({ onResolve }) {
      onResolve({ filter: /src\/core\/index\.ts$/ }, () => ours)
      onResolve({ filter: /peers\/.*\.mjs$/ }, ({ path }) => peer(join(peersDir, path.replace(/^.*peers\//, ''))))
    },
  }
}

export async function program(outfile: string, contents: string, options: BuildOptions): Promise<void> {
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

function growthSource(name: string): string {
  return `
    import { ${name} } from './growth/clients.ts'
    import { runPoint } from './growth/program.ts'
    await runPoint(${name})`
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
