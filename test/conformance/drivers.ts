/** The client's drivers: how each is built for its runtime, and how the suite starts it. */
import { join } from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { installed } from '../runtimes/paths.ts'
import { installClients } from '../testing/peers/other-clients.ts'
import { allHosts } from '../transport/hosts.ts'

export interface Driver {
  /** The suite appends the URL of its server. */
  command: string
  variables?: Record<string, string>
  dispose(): Promise<void>
}

export type CreateDriver = (directory: string) => Promise<Driver>

/** The Node that npm itself runs on, as for a user of the package; tests may run on another one. */
const machineNode = process.env.npm_node_execpath ?? process.execPath

const inNode = (path: string) => `${machineNode} ${path}`

const disposeNothing = async () => {}

async function node(directory: string): Promise<Driver> {
  return { command: inNode(await bundle('node', directory, 'node')), dispose: disposeNothing }
}

async function deno(directory: string): Promise<Driver> {
  const options = ['--no-prompt', '--no-config', '--no-lock', '--no-remote', '--no-npm', '--allow-net', '--allow-env']
  const path = await bundle('deno', directory, 'neutral')
  return { command: `${installed('deno')} run ${options.join(' ')} ${path}`, dispose: disposeNothing }
}

async function workerd(directory: string): Promise<Driver> {
  const forwarder = await bundle('workerd', directory, 'node')
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
  return { command: inNode(forwarder), variables: { CONFORMANCE_WORKER: href }, dispose: () => miniflare.dispose() }
}

/** Another client over our transport, in Node. It is loaded from where it is installed. */
const host =
  (name: string): CreateDriver =>
  async (directory) => {
    await installClients()
    const installedAt = JSON.stringify(new URL('../testing/peers/package.json', import.meta.url).href)
    const path = await bundle('host', directory, 'node', { 'import.meta.url': installedAt })
    return { command: inNode(path), variables: { CONFORMANCE_HOST: name }, dispose: disposeNothing }
  }

/** By the runtime of our client, or by the name of another client. */
export const drivers: Readonly<Record<string, CreateDriver>> = {
  node,
  deno,
  workerd,
  ...Object.fromEntries(Object.keys(allHosts).map((name) => [name, host(name)])),
}

async function bundle(
  name: string,
  directory: string,
  platform: 'node' | 'neutral',
  define: Record<string, string> = {},
): Promise<string> {
  const outfile = join(directory, `${name}.mjs`)
  await build({
    entryPoints: [new URL(`drivers/${name}.ts`, import.meta.url).pathname],
    outfile,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform,
    define,
    logLevel: 'silent',
  })
  return outfile
}
