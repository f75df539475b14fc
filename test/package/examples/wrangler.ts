/** Runs a Worker in Miniflare as its wrangler.toml describes it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare'
import { parse } from 'smol-toml'

export interface WorkerHost {
  /** What its own requests get, instead of the network. */
  outboundService?: V4WorkerOptions['outboundService']
  /** Where its storage is kept. @default in memory */
  storage?: string
}

interface WranglerFile {
  name: string
  main: string
  compatibility_date: string
  compatibility_flags?: string[]
  vars?: Record<string, string>
  durable_objects: { bindings: { name: string; class_name: string }[] }
  migrations: { new_sqlite_classes: string[] }[]
}

/** `folder` has the wrangler.toml, and the package is installed for it. */
export async function startWorker(folder: string, { outboundService, storage }: WorkerHost = {}): Promise<Miniflare> {
  const file = parse(await readFile(join(folder, 'wrangler.toml'), 'utf8')) as unknown as WranglerFile
  const { outputFiles } = await build({
    entryPoints: [join(folder, file.main)],
    bundle: true,
    write: false,
    format: 'esm',
    external: ['cloudflare:workers'],
  })
  const sqlite = file.migrations.flatMap(({ new_sqlite_classes }) => new_sqlite_classes)
  const objects = file.durable_objects.bindings.map(
    ({ name, class_name: className }) => [name, { className, useSQLite: sqlite.includes(className) }] as const,
  )
  const options = convertV4MiniflareOptions({
    name: file.name,
    modules: true,
    script: outputFiles[0]!.text,
    host: '127.0.0.1',
    port: 0,
    // Otherwise Miniflare fetches the `cf` object from a host on the internet.
    cf: false,
    compatibilityDate: file.compatibility_date,
    compatibilityFlags: file.compatibility_flags ?? [],
    bindings: file.vars ?? {},
    durableObjects: Object.fromEntries(objects),
    ...(outboundService && { outboundService }),
  })
  return new Miniflare({ ...options, ...(storage !== undefined && { resourcePersistencePath: storage }) })
}
