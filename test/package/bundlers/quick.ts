/** The bundlers that take about a second: `npm test` runs them too. */
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build as esbuild } from 'esbuild'
import { build as vite } from 'vite'
import { installed } from '../../support/paths.ts'
import { runProcess } from '../../support/processes.ts'
import { type Bundler, folderOf, pinned, type Workbench } from './bundler.ts'
import { pageWith, program, titleOf } from './pages.ts'

/** A project with the page that bundlers start from. */
async function createPage({ createProject }: Workbench, name: string): Promise<string> {
  const folder = await createProject()
  await writeFile(join(folder, 'main.js'), program(name))
  return folder
}

/** The part of its API that is used: its types are installed with it. */
interface Rollup {
  rollup(options: object): Promise<{ write(options: object): Promise<unknown> }>
}

export const quick: readonly Bundler[] = [
  {
    name: 'esbuild',
    runsIn: 'Chromium',
    version: pinned('esbuild'),
    async run(workbench) {
      const folder = await createPage(workbench, 'esbuild')
      const outdir = join(folder, 'out')
      const entryPoints = [join(folder, 'main.js')]
      const { warnings } = await esbuild({ entryPoints, outdir, bundle: true, minify: true, format: 'esm' })
      if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join('\n'))
      await writeFile(join(outdir, 'index.html'), pageWith('main.js'))
      return titleOf(workbench.browser, outdir)
    },
  },
  {
    name: 'Vite',
    runsIn: 'Chromium',
    version: pinned('vite'),
    async run(workbench) {
      const folder = await createPage(workbench, 'Vite')
      await writeFile(join(folder, 'index.html'), pageWith('/main.js'))
      await vite({ root: folder, configFile: false, logLevel: 'silent', build: { outDir: 'out', target: 'es2022' } })
      return titleOf(workbench.browser, join(folder, 'out'))
    },
  },
  {
    name: 'Rollup',
    runsIn: 'Chromium',
    version: pinned('rollup', folderOf('rollup')),
    async run(workbench) {
      const folder = await createPage(workbench, 'Rollup')
      const require = createRequire(join(folderOf('rollup'), 'package.json'))
      const { rollup } = require('rollup') as Rollup
      const { nodeResolve } = require('@rollup/plugin-node-resolve') as { nodeResolve(options: object): object }
      const warnings: string[] = []
      const onwarn = ({ message }: { message: string }) => void warnings.push(message)
      const built = await rollup({ input: join(folder, 'main.js'), plugins: [nodeResolve({ browser: true })], onwarn })
      await built.write({ dir: join(folder, 'out'), format: 'es' })
      if (warnings.length > 0) throw new Error(warnings.join('\n'))
      await writeFile(join(folder, 'out/index.html'), pageWith('main.js'))
      return titleOf(workbench.browser, join(folder, 'out'))
    },
  },
  {
    name: 'Bun',
    runsIn: 'Chromium',
    version: pinned('bun'),
    async run(workbench) {
      const folder = await createPage(workbench, 'Bun')
      const outdir = join(folder, 'out')
      await runProcess(installed('bun'), ['build', 'main.js', '--outdir', outdir, '--minify'], { cwd: folder })
      await writeFile(join(outdir, 'index.html'), pageWith('main.js'))
      return titleOf(workbench.browser, outdir)
    },
  },
]
