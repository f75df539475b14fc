/** The client's drivers: how each is built for its runtime, and how the suite starts it. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { allHosts } from '../interop/transport/hosts.ts'
import { installClients } from '../mock-server/peers/other-clients.ts'
import { installed } from '../support/paths.ts'
import { startPages } from './chromium.ts'

export interface Driver {
  /** A module for Node, or a command. The URL of the suite's server is the last argument. */
  command: string
  /** The Node that a module runs in, if not that of the tests. */
  node?: string
  variables?: Record<string, string>
  dispose(): Promise<void>
}

export type CreateDriver = (directory: string) => Promise<Driver>

/** The Node that npm itself runs on, as for a user of the package; tests may run on another one. */
// The suite splits the command at blanks, which paths on Windows contain.
const machineNode = process.platform === 'win32' ? 'node' : (process.env.npm_node_execpath ?? process.execPath)

const disposeNothing = async () => {}

async function node(directory: string): Promise<Driver> {
  return { command: await bundle('node', directory, 'node'), node: machineNode, dispose: disposeNothing }
}

async function deno(directory: string): Promise<Driver> {
  const options = ['--no-prompt', '--no-config', '--no-lock', '--no-remote', '--no-npm', '--allow-net', '--allow-env']
  const path = await bundle('deno', directory, 'neutral')
  return { command: `${installed('deno')} run ${options.join(' ')} ${path}`, dispose: disposeNothing }
}

async function workerd(directory: string): Promise<Driver> {
  const forwarder = await bundle('forward', directory, 'node')
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
  return { command: forwarder, variables: { CONFORMANCE_FORWARD_TO: href }, dispose: () => miniflare.dispose() }
}

async function chromium(directory: string): Promise<Driver> {
  const forwarder = await bundle('forward', directory, 'node')
  const { url, dispose } = await startPages(await bundle('page', directory, 'neutral'))
  return { command: forwarder, variables: { CONFORMANCE_FORWARD_TO: url }, dispose }
}

/** Another client over our transport, in Node. It is loaded from where it is installed. */
const host =
  (name: string): CreateDriver =>
  async (directory) => {
    await installClients()
    const installedAt = JSON.stringify(new URL('../mock-server/peers/package.json', import.meta.url).href)
    const path = await bundle('host', directory, 'node', { 'import.meta.url': installedAt })
    return { command: path, variables: { CONFORMANCE_HOST: name }, dispose: disposeNothing }
  }

/** By the runtime of our client, or by the name of another client. */
export const drivers: Readonly<Record<string, CreateDriver>> = {
  node,
  deno,
  workerd,
  chromium,
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
    entryPoints: [fileURLToPath(new URL(`drivers/${name}.ts`, import.meta.url))],
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
