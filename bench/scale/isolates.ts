/** Isolates of Workers, each of which answers two requests: what reaches the server, with and without shared stores. */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { startServer } from './clients.ts'

export async function measureIsolates(count: number, stores: 'memory' | 'KV') {
  const server = await startServer('2026-07-28')
  const entryPoints = [fileURLToPath(new URL('worker.ts', import.meta.url))]
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: 'esm', target: 'es2022' })
  const { convertV4MiniflareOptions } = await import('miniflare')
  const workers = Array.from({ length: count }, (_, n) => ({
    name: `worker-${n}`,
    modules: true as const,
    script: outputFiles[0]!.text,
    compatibilityDate: '2026-08-01',
    kvNamespaces: { KV: 'shared' },
    bindings: { STORES: stores },
  }))
  const miniflare = new Miniflare(convertV4MiniflareOptions({ cf: false, workers } as never))
  await miniflare.ready
  try {
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < count; n++) {
        const worker = await miniflare.getWorker(`worker-${n}`)
        const response = await worker.fetch('http://app.example/', { headers: { 'x-server': server.url } })
        if (!response.ok) throw new Error(`The Worker answered ${response.status}: ${await response.text()}`)
      }
    }
    const { counts } = await server.counts()
    const { 'server/discover': probes = 0, 'tools/list': lists = 0, 'tools/call': calls = 0 } = counts
    return { probes, lists, calls }
  } finally {
    await miniflare.dispose()
    server.stop()
  }
}
