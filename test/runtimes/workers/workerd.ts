/** Runs the Durable Objects in workerd: they can be evicted, and their storage outlives the process. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import type { CommandRequest, CommandResult } from './durable-object.ts'

export interface WorkerdHost {
  /** Sends a command to the object of this name. */
  send(object: string, command: CommandRequest): Promise<CommandResult>
  /** Makes the Worker call a tool with a client that it keeps at module level. */
  useShared(url: string, how?: 'shared' | 'shared-stream'): Promise<Record<string, unknown>>
  /** Ends the object; the isolate goes on. */
  evict(object: string): Promise<void>
  /** Ends workerd and starts it again with the same storage. */
  restart(): Promise<void>
  dispose(): Promise<void>
}

const WORKER = 'workers-test'

/** `directory` gets the script and the storage. */
export async function startWorkerd(directory: string): Promise<WorkerdHost> {
  const script = join(directory, 'durable-object.mjs')
  await bundle(script)
  let miniflare = await startMiniflare(script, directory)
  return {
    async send(object, command) {
      const body = JSON.stringify(command)
      const response = await miniflare.dispatchFetch(`http://worker/${object}`, { method: 'POST', body })
      const text = await response.text()
      if (!response.ok) throw new Error(`The object answered ${response.status}: ${text}`)
      return JSON.parse(text) as CommandResult
    },
    async useShared(url, how = 'shared') {
      const response = await miniflare.dispatchFetch(`http://worker/${how}`, { method: 'POST', body: url })
      return (await response.json()) as Record<string, unknown>
    },
    evict: (object) => miniflare.unsafeEvictDurableObject(WORKER, 'ClientObject', { name: `/${object}` }),
    async restart() {
      await miniflare.dispose()
      miniflare = await startMiniflare(script, directory)
    },
    dispose: () => miniflare.dispose(),
  }
}

async function startMiniflare(script: string, directory: string): Promise<Miniflare> {
  const options = convertV4MiniflareOptions({
    // Otherwise Miniflare fetches the `cf` object from a host on the internet.
    cf: false,
    host: '127.0.0.1',
    port: 0,
    name: WORKER,
    modules: [{ type: 'ESModule', path: script }],
    modulesRoot: directory,
    compatibilityDate: '2026-08-01',
    durableObjects: { CLIENT_OBJECT: { className: 'ClientObject', useSQLite: true } },
  })
  const miniflare = new Miniflare({ ...options, resourcePersistencePath: directory })
  await miniflare.ready
  return miniflare
}

/** The application with the client in it, as it would be deployed. */
async function bundle(outfile: string): Promise<void> {
  const entry = fileURLToPath(new URL('durable-object.ts', import.meta.url))
  await build({ entryPoints: [entry], outfile, bundle: true, format: 'esm', target: 'es2022', logLevel: 'silent' })
}
