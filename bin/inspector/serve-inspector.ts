/** Serves the built inspector on 127.0.0.1, with a relay that only this page can use: it has the key. */
import { timingSafeEqual } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Fetch } from 'mcp-over-fetch'
import { createRelay, type Relay } from 'mcp-over-fetch/relay'
import { headers as pageHeaders } from '../../playground/policy.ts'
import { CommandError } from '../command/errors.ts'
import { type Handler, listenOnLoopback } from '../relay/listen.ts'
import { createKey } from '../relay/start-relay.ts'
import { serveApps } from './serve-apps.ts'

/** Milliseconds that the key is valid: as long as anybody leaves a page open. */
const LIFETIME = 30 * 24 * 60 * 60 * 1000

const RELAY_PATH = '/relay'

/** Servers that have a relay of their own at the same time. */
const MAX_RELAYS = 200

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

export interface ServedInspector {
  /** The address to open: its fragment holds the key, and is sent to no server. */
  url: string
  close(): void
}

export async function serveInspector(server: URL | undefined, port: number, fetch?: Fetch): Promise<ServedInspector> {
  const files = new Map(await readFiles())
  const key = createKey()
  const listening = await listenOnLoopback(
    port,
    (actual) => createHandler(files, actual, key, fetch),
    'The inspector has another name\n',
  )
  const apps = await serveApps(listening.port)
  files.set('/apps.json', Buffer.from(apps.description))
  const origin = `http://127.0.0.1:${listening.port}`
  const place = { ...(server && { server: server.href }), relay: `${origin}${RELAY_PATH}?key=${key}` }
  return { url: `${origin}/#${new URLSearchParams(place)}`, close }

  function close(): void {
    apps.close()
    listening.close()
  }
}

type Files = ReadonlyMap<string, Buffer<ArrayBuffer>>

/** All of them, by their path in the address, so that no request names a file of this machine. */
async function readFiles(): Promise<Files> {
  const folder = fileURLToPath(new URL('../inspector', import.meta.url))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw new CommandError('the inspector is not in this build: run npm run build')
  })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const loaded = paths.map(async (path) => {
    const name = relative(folder, path).split(sep).join(posix.sep)
    return [`/${name}`, await readFile(path)] as const
  })
  return new Map(await Promise.all(loaded))
}

function createHandler(files: Files, port: number, key: string, fetch: Fetch | undefined): Handler {
  const relay = createAnyRelay(port, key, fetch)
  return (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === RELAY_PATH) return relay(request)
    const file = files.get(pathname === '/' ? '/index.html' : pathname)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // The page may not be embedded, and nothing of it may be read by another one.
    const headers = { ...pageHeaders, 'cross-origin-resource-policy': 'same-origin', 'cache-control': 'no-store' }
    if (!file || !isRead) return new Response(null, { status: file ? 405 : 404, headers })
    return new Response(request.method === 'HEAD' ? null : file, {
      headers: {
        ...headers,
        'content-type': TYPES[extname(pathname === '/' ? '/index.html' : pathname)] ?? 'application/octet-stream',
        'content-length': String(file.length),
      },
    })
  }
}

/** Reaches any server that the person enters, private ones as well; so nothing passes without the key. */
function createAnyRelay(port: number, key: string, fetch: Fetch | undefined): (request: Request) => Promise<Response> {
  const keys = [{ key, expires: Date.now() + LIFETIME }]
  const origins = [`http://127.0.0.1:${port}`, `http://localhost:${port}`]
  const relays = new Map<string, Relay>()
  const relayFor = (origin: string): Relay => {
    const known = relays.get(origin)
    if (known) return known
    if (relays.size >= MAX_RELAYS) relays.delete(relays.keys().next().value!)
    // The page sends whatever headers the person enters; the key proves that it is our page.
    const relay = createRelay({ allow: [origin], origins, keys, fetch })
    relays.set(origin, relay)
    return relay
  }
  const none = createRelay({ allow: ['https://none.invalid'], origins, keys })
  return async (request) => {
    const { searchParams } = new URL(request.url)
    const target = searchParams.get('target') ?? ''
    // A wrong key gets the answer of a relay that reaches nothing, and leaves nothing behind.
    if (!isSame(searchParams.get('key') ?? '', key) || !URL.canParse(target)) return none(request)
    const { protocol, origin } = new URL(target)
    return /^https?:$/.test(protocol) ? relayFor(origin)(request) : none(request)
  }
}

/** Takes as long for a wrong key as for a right one. */
function isSame(given: string, key: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(key)]
  return one.length === other.length && timingSafeEqual(one, other)
}
