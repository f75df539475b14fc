/** Runs a Worker of other people's packages in Miniflare, on a given port. */
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'

/** Bundles by path: a restart needs no other one. */
const bundles = new Map<string, Promise<string>>()

/** Resolves when it is ready, with what ends it. Its class `Sessions`, if any, is the Durable Object `SESSIONS`. */
export async function startWorker(
  folder: string,
  file: string,
  port: number,
  rebuilds = false,
): Promise<() => Promise<void>> {
  const path = join(folder, file)
  if (rebuilds) bundles.delete(path)
  const script = await (bundles.get(path) ?? bundles.set(path, bundle(path)).get(path)!)
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

async function bundle(path: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path],
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
