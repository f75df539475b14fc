/** Runs the mock server in Miniflare, as wrangler.toml describes it, with its remote control on a port of its own. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { parse } from 'smol-toml'
import { SCRIPTED_FAULT } from '../../src/testing/http/scripted-fault.ts'
import { type ControlPortOptions, startControlPort } from './control-port.ts'
import { startProxy } from './tcp-proxy.ts'

export interface RunningServer {
  /** Origin of the public port. */
  url: string
  controlUrl: string
  miniflare: Miniflare
  dispose(): Promise<void>
}

interface WranglerFile {
  name: string
  main: string
  compatibility_date: string
  compatibility_flags: string[]
  durable_objects: { bindings: { name: string; class_name: string }[] }
}

const ROOT = new URL('../../', import.meta.url)

export interface ServerSettings {
  port?: number
  controlPort?: number
  evictable?: boolean
  judge?: ControlPortOptions['judge']
}

/**
 * Without a port, a free one is used. `evictable` realms may be evicted, as on Cloudflare. `judge` gets what a realm
 * received and sent.
 */
export async function startServer({
  port = 0,
  controlPort = 0,
  evictable = false,
  judge,
}: ServerSettings = {}): Promise<RunningServer> {
  const controlToken = crypto.randomUUID()
  const started: (() => Promise<void>)[] = []
  const dispose = async () => {
    for (const stop of started.splice(0).reverse()) await stop()
  }
  try {
    // The Worker gets the public port in its environment, so the proxy that owns the port starts first.
    const target = { port: 0 }
    const publicProxy = await startProxy(target, { port })
    started.push(publicProxy.close)
    const miniflare = await startMiniflare(controlToken, new URL(publicProxy.url).port, {
      evictable,
      keepsMessages: judge !== undefined,
    })
    started.push(() => miniflare.dispose())
    target.port = Number((await miniflare.unsafeGetDirectURL()).port)
    const control = await startControlPort({ target, controlToken, port: controlPort, judge })
    started.push(control.close)
    return { url: publicProxy.url, controlUrl: control.url, miniflare, dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

async function startMiniflare(
  controlToken: string,
  mainPort: string,
  { evictable, keepsMessages }: { evictable: boolean; keepsMessages: boolean },
): Promise<Miniflare> {
  const file = parse(await readFile(new URL('wrangler.toml', ROOT), 'utf8')) as unknown as WranglerFile
  const bindings = file.durable_objects.bindings.map(({ name, class_name: className }) => {
    // Sessions outlive an eviction, but the script and the journal of a test do not: workerd evicts after seconds.
    return [name, { className, useSQLite: true, unsafePreventEviction: !evictable }]
  })
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      // Otherwise Miniflare fetches the `cf` object from a host on the internet.
      cf: false,
      host: '127.0.0.1',
      port: 0,
      handleStructuredLogs: ({ level, message }) => reportLog(level, message),
      name: file.name,
      modules: true,
      script: await bundle(fileURLToPath(new URL(file.main, ROOT))),
      compatibilityDate: file.compatibility_date,
      compatibilityFlags: file.compatibility_flags,
      durableObjects: Object.fromEntries(bindings),
      // Otherwise each realm has a database on the disk.
      unsafeEphemeralDurableObjects: !evictable,
      bindings: {
        CONTROL_TOKEN: controlToken,
        MAIN_PORT: mainPort,
        ...(!evictable && { IN_MEMORY: 'true' }),
        ...(keepsMessages && { KEEP_MESSAGES: 'true' }),
      },
      // A socket of the Worker itself: Miniflare's own entry compresses bodies and replaces headers.
      unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    }),
  )
  await miniflare.ready
  return miniflare
}

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    sourcemap: 'inline',
  })
  return outputFiles[0]!.text
}

/** workerd logs an error for every body that breaks off; those of scripts are expected. */
function reportLog(level: string, message: string): void {
  const expected = [SCRIPTED_FAULT, 'FixedLengthStream did not see all expected bytes']
  if (!expected.some((part) => message.includes(part))) console.error(`mock server, ${level}: ${message}`)
}
