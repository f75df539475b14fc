/** Where the client can be judged: how the driver is built for each runtime, and how the suite starts it. */
import { join } from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { installed } from '../runtimes/paths.ts'

export interface Driver {
  /** The suite splits it at spaces and adds the address of its server. */
  command: string
  variables?: Record<string, string>
  dispose(): Promise<void>
}

export type Place = (directory: string) => Promise<Driver>

/** The machine's own, which npm itself runs on: a user's is what counts here. */
const machineNode = process.env.npm_node_execpath ?? process.execPath

// `exec` lets the time limit of the suite end the driver and not only its shell.
const inNode = (path: string) => `exec ${machineNode} ${path}`

const nothing = async () => {}

async function node(directory: string): Promise<Driver> {
  return { command: inNode(await bundle('driver', directory, 'node')), dispose: nothing }
}

async function deno(directory: string): Promise<Driver> {
  const rights = ['--no-prompt', '--no-config', '--no-lock', '--no-remote', '--no-npm', '--allow-net', '--allow-env']
  const path = await bundle('deno', directory, 'neutral')
  return { command: `exec ${installed('deno')} run ${rights.join(' ')} ${path}`, dispose: nothing }
}

async function workerd(directory: string): Promise<Driver> {
  const shim = await bundle('workerd', directory, 'node')
  const path = await bundle('worker', directory, 'neutral')
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      modulesRoot: directory,
      modules: [{ type: 'ESModule' as const, path }],
      // From a later date on, workerd has Node's globals by default.
      compatibilityDate: '2026-08-01',
    }),
  )
  const { href } = await miniflare.ready
  return { command: inNode(shim), variables: { CONFORMANCE_WORKER: href }, dispose: () => miniflare.dispose() }
}

export const places = { node, deno, workerd } satisfies Record<string, Place>

async function bundle(name: string, directory: string, platform: 'node' | 'neutral'): Promise<string> {
  const outfile = join(directory, `${name}.mjs`)
  await build({
    entryPoints: [new URL(`${name}.ts`, import.meta.url).pathname],
    outfile,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform,
    logLevel: 'silent',
  })
  return outfile
}
