/** Serves the pages of this folder and the servers that they talk to: `npx tsx examples/serve.ts`. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { bundleFor } from '../test/interop/ui/bundle.ts'
import { atlas, studio, weather } from './servers.ts'

const types: Record<string, string> = { '.html': 'text/html', '.css': 'text/css' }

export interface Examples {
  /** The address of the pages: `/chat/`, `/react/`. */
  url: string
  close(): void
}

/** Starts everything on a free port, or on this one. */
export async function serveExamples(port = 0): Promise<Examples> {
  const http = createServer((request, response) => {
    const left = new AbortController()
    response.once('close', () => left.abort())
    answer(request, left.signal).then(
      (answered) => send(answered, response),
      (error) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  // The protected server has an origin of its own, because its authorization server is there too.
  const origin = url.replace('127.0.0.1', 'localhost')
  const [open, guarded] = [{ atlas: atlas(), weather: weather() }, studio(origin)]
  return {
    url,
    close() {
      http.close()
      http.closeAllConnections()
    },
  }

  async function answer(request: IncomingMessage, signal: AbortSignal): Promise<Response> {
    const { pathname } = new URL(request.url ?? '/', url)
    if (request.headers.host?.startsWith('localhost')) return guarded.handle(toRequest(request, origin, signal))
    const [, name] = /^\/(atlas|weather)\/mcp$/.exec(pathname) ?? []
    if (name) return open[name as keyof typeof open].handle(toRequest(request, url, signal, '/mcp'))
    return servePage(pathname.endsWith('/') ? `${pathname}index.html` : pathname)
  }
}

async function servePage(path: string): Promise<Response> {
  const file = join(import.meta.dirname, path)
  const isScript = /\.(js|tsx?)$/.test(path)
  const headers = { 'content-type': isScript ? 'text/javascript' : (types[extname(path)] ?? 'text/plain') }
  const source = isScript ? await bundle(file) : await readFile(file).catch(() => undefined)
  return source ? new Response(source as BodyInit, { headers }) : new Response('Not found', { status: 404 })
}

/** The scripts of the pages are written in TypeScript. */
async function bundle(file: string): Promise<string | undefined> {
  const source = file.replace(/js$/, 'ts')
  return existsSync(source) ? bundleFor('react-19', source) : undefined
}

function toRequest(request: IncomingMessage, origin: string, signal: AbortSignal, path = request.url ?? '/'): Request {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string])
  const body = ['GET', 'HEAD'].includes(request.method ?? 'GET') ? null : Readable.toWeb(request)
  const init = { method: request.method, headers, body, signal, duplex: 'half' }
  return new Request(new URL(path, origin), init as RequestInit)
}

function send(answered: Response, response: ServerResponse): void {
  response.writeHead(answered.status, Object.fromEntries(answered.headers))
  if (!answered.body) return void response.end()
  const body = Readable.fromWeb(answered.body as import('node:stream/web').ReadableStream)
  response.once('close', () => body.destroy())
  body.once('error', () => response.destroy())
  body.pipe(response)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { url } = await serveExamples(8080)
  console.log(`${url}/chat/\n${url}/react/`)
}
