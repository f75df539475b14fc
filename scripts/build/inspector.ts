/** The inspector as the command serves it: without the self-test, source maps and service worker. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build, mergeConfig, type Plugin } from 'vite'
import playground from '../../playground/vite.config.ts'

/** The folder of the inspector in the package. */
export const INSPECTOR = 'inspector'

/** All scenarios with the mock server: half of the page, which only a clone of the repository can run. */
const withoutSelfTest: Plugin = {
  name: 'without self-test',
  enforce: 'pre',
  load: (id) =>
    /\/playground\/src\/state\/self-test\.ts$/.test(id.replaceAll('\\', '/'))
      ? `export const runScenarios = () => Promise.reject(new Error('The self-test is not in this build'))`
      : undefined,
}

/** The page comes from a process on this machine: a copy that outlives it would be of an older version. */
const left = ['service-worker']

/** Writes the page below `outdir`; resolves with the packages whose code is in it. */
export async function buildInspector(outdir: string): Promise<string[]> {
  const plugins = [playground.plugins].flat().filter((plugin) => !left.includes((plugin as Plugin).name))
  const shared = mergeConfig({ ...playground, plugins }, { plugins: [withoutSelfTest] })
  const folder = join(outdir, INSPECTOR)
  const { NODE_ENV } = process.env
  // Otherwise libraries would be bundled with their checks for development.
  process.env.NODE_ENV = 'production'
  const built = await build(
    mergeConfig(shared, { configFile: false, logLevel: 'warn', build: { outDir: folder, sourcemap: false } }),
  )
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  // For a host that this build is not for.
  await rm(join(folder, '_headers'), { force: true })
  const chunks = [built].flat().flatMap((part) => ('output' in part ? part.output : []))
  const files = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
  const names = files.flatMap((file) => /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file)?.[1] ?? [])
  return [...new Set(names.map((name) => name.replaceAll('\\', '/')))].sort()
}
