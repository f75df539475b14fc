/** Runs the mock server in Miniflare, as wrangler.toml describes it, with its remote control on a port of its own. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { parse } from 'smol-toml'
import { FAULT } from '../../src/testing/sse/sse-connection.ts'
import { startControlPort } from './control-port.ts'
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

export async function startServer({ port = 0, controlPort = 0 } = {}): Promise<RunningServer> {
  const controlToken = crypto.randomUUID()
  const ends: (() => Promise<void>)[] = []
  const dispose = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    // The Worker wants to know the port of its front door, so that comes first.
    const target = { port: 0 }
    const front = await startProxy(target, { port })
    ends.push(front.close)
    const miniflare = await startMiniflare(controlToken, new URL(front.url).port)
    ends.push(() => miniflare.dispose())
    target.port = Number((await miniflare.unsafeGetDirectURL()).port)
    const control = await startControlPort({ miniflare, target, controlToken, port: controlPort })
    ends.push(control.close)
    return { url: front.url, controlUrl: control.url, miniflare, dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

async function startMiniflare(controlToken: string, frontPort: string): Promise<Miniflare> {
  const file = parse(await readFile(new URL('wrangler.toml', ROOT), 'utf8')) as unknown as WranglerFile
  const bindings = file.durable_objects.bindings.map(({ name, class_name: className }) => {
    // A realm keeps its sessions in memory, which an idle object would lose after seconds.
    return [name, { className, useSQLite: true, unsafePreventEviction: true }]
  })
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      // Otherwise it asks an outside host about this machine.
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
      bindings: { CONTROL_TOKEN: controlToken, FRONT_PORT: frontPort },
      // Straight to the Worker: Miniflare's own entry compresses bodies and replaces headers.
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

/** workerd complains about every body that breaks off, also when that was the intention. */
function reportLog(level: string, message: string): void {
  const intended = [FAULT, 'FixedLengthStream did not see all expected bytes']
  if (!intended.some((part) => message.includes(part))) console.error(`mock server, ${level}: ${message}`)
}
