/** The bundlers that are installed when `npm run test:bundlers` asks for them, each in its own folder, on Node 24. */
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProcess } from '../../support/processes.ts'
import { installPeers } from '../install-peers.ts'
import { newerNode } from '../peers.ts'
import { app, type Bundler, folderOf, installInto, pinned, type Workbench } from './bundler.ts'
import { pageWith, titleAt, titleOf } from './pages.ts'
import { serve } from './serve.ts'

/** Installs what the folder of the bundler names, and the package; puts the application beside it. */
async function prepare(name: string, { packed }: Workbench, target = '.'): Promise<string> {
  const folder = folderOf(name)
  await installPeers(folder)
  await installInto(folder, packed)
  await cp(app, join(folder, target), { recursive: true })
  return folder
}

const run = (folder: string, ...args: string[]): Promise<string> =>
  runProcess(newerNode(), args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  })

/** Each framework is built once, for all its rows. */
const built = new Map<string, Promise<string>>()

function buildOnce(name: string, build: () => Promise<string>): Promise<string> {
  const building = built.get(name) ?? build()
  built.set(name, building)
  return building
}

const next = (workbench: Workbench) =>
  buildOnce('next', async () => {
    const folder = await prepare('next', workbench, 'app')
    await run(folder, 'node_modules/next/dist/bin/next', 'build')
    return folder
  })

const sveltekit = (workbench: Workbench) =>
  buildOnce('sveltekit', async () => {
    const folder = await prepare('sveltekit', workbench, 'src')
    await run(folder, 'node_modules/vite/bin/vite.js', 'build')
    return folder
  })

const startNext = (port: number) => ['node_modules/next/dist/bin/next', 'start', '--port', `${port}`]
const startSvelteKit = () => ['out/index.js']

const nextVersion = pinned('next', folderOf('next'))
const kitVersion = pinned('@sveltejs/kit', folderOf('sveltekit'))

export const slow: readonly Bundler[] = [
  {
    name: 'webpack',
    runsIn: 'Chromium',
    version: pinned('webpack', folderOf('webpack')),
    async run(workbench) {
      const folder = await prepare('webpack', workbench)
      await run(folder, 'build.js')
      await writeFile(join(folder, 'out/index.html'), pageWith('main.js'))
      return titleOf(workbench.browser, join(folder, 'out'))
    },
  },
  {
    name: 'Metro',
    runsIn: 'Node, with browser globals only',
    version: pinned('metro', folderOf('metro')),
    async run(workbench) {
      const folder = await prepare('metro', workbench)
      await run(folder, 'build.js')
      return (await run(folder, 'run.js')).trim()
    },
  },
  {
    name: 'Next.js, client',
    runsIn: 'Chromium',
    version: nextVersion,
    run: async (workbench) => serve(await next(workbench), startNext, (url) => titleAt(workbench.browser, url)),
  },
  ...['node', 'edge'].map((runtime) => ({
    name: `Next.js, ${runtime}`,
    runsIn: runtime === 'edge' ? 'Next.js edge runtime' : 'Node 24',
    version: nextVersion,
    run: async (workbench: Workbench) =>
      serve(await next(workbench), startNext, async (url) => (await fetch(`${url}/${runtime}`)).text()),
  })),
  {
    name: 'SvelteKit, client',
    runsIn: 'Chromium',
    version: kitVersion,
    run: async (workbench) =>
      serve(await sveltekit(workbench), startSvelteKit, (url) => titleAt(workbench.browser, url)),
  },
  {
    name: 'SvelteKit, server',
    runsIn: 'Node 24',
    version: kitVersion,
    run: async (workbench) =>
      serve(await sveltekit(workbench), startSvelteKit, async (url) => {
        const page = await (await fetch(url)).text()
        return /<p>([^<]*)<\/p>/.exec(page)?.[1] ?? page
      }),
  },
]
