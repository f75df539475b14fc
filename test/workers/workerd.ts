/** Runs the desks in workerd: their memory can be taken from them, and what they stored outlives the whole process. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import type { Errand, Report } from './durable-object.ts'

export interface Office {
  /** Sends somebody to the desk of this name. */
  send(desk: string, errand: Errand): Promise<Report>
  /** Ends the object; the isolate goes on. */
  evict(desk: string): Promise<void>
  /** Ends workerd and starts it anew over the same storage. */
  restart(): Promise<void>
  dispose(): Promise<void>
}

const NAME = 'office'

/** `directory` is where everything is kept. */
export async function openOffice(directory: string): Promise<Office> {
  const script = join(directory, 'desk.mjs')
  await bundle(script)
  let miniflare = await start(script, directory)
  return {
    async send(desk, errand) {
      const body = JSON.stringify(errand)
      const response = await miniflare.dispatchFetch(`http://office/${desk}`, { method: 'POST', body })
      const text = await response.text()
      if (!response.ok) throw new Error(`The desk answered ${response.status}: ${text}`)
      return JSON.parse(text) as Report
    },
    evict: (desk) => miniflare.unsafeEvictDurableObject(NAME, 'Desk', { name: `/${desk}` }),
    async restart() {
      await miniflare.dispose()
      miniflare = await start(script, directory)
    },
    dispose: () => miniflare.dispose(),
  }
}

async function start(script: string, directory: string): Promise<Miniflare> {
  const options = convertV4MiniflareOptions({
    // Otherwise it asks an outside host about this machine.
    cf: false,
    host: '127.0.0.1',
    port: 0,
    name: NAME,
    modules: [{ type: 'ESModule', path: script }],
    modulesRoot: directory,
    compatibilityDate: '2026-08-01',
    durableObjects: { DESK: { className: 'Desk', useSQLite: true } },
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
