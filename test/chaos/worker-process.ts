/** Runs a Worker of `servers` in Miniflare, with the packages of a peer, on a given port. */
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import type { Program } from './server-modes.ts'

/** Bundles by path: a restart needs no other one. */
const bundles = new Map<string, Promise<string>>()

/** Resolves when it is ready, with what ends it. Its class `Sessions` is the Durable Object `SESSIONS`. */
export async function startWorker(
  { peer }: Program,
  path: string,
  port: number,
  control: string,
): Promise<() => Promise<void>> {
  const script = await (bundles.get(path) ?? bundles.set(path, bundle(path, peer)).get(path)!)
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      // Otherwise Miniflare fetches the `cf` object from a host on the internet.
      cf: false,
      name: 'server',
      modules: true,
      script,
      compatibilityDate: '2026-08-01',
      compatibilityFlags: ['nodejs_compat', 'enable_request_signal'],
      handleStructuredLogs: () => {},
      bindings: { CHAOS_CONTROL: control },
      durableObjects: { SESSIONS: { className: 'Sessions', useSQLite: true } },
      // A socket of the Worker itself: Miniflare's own entry compresses bodies and replaces headers.
      unsafeDirectSockets: [{ host: '127.0.0.1', port }],
      host: '127.0.0.1',
      port: 0,
    }),
  )
  await miniflare.ready
  return () => miniflare.dispose()
}

async function bundle(path: string, peer: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path],
    nodePaths: [join(peer, 'node_modules')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser'],
    external: [...builtinModules, 'cloudflare:*', 'node:*'],
    target: 'es2022',
    logLevel: 'silent',
  })
  return outputFiles[0]!.text
}
