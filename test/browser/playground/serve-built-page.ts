/** Serves the built page with a test script inside, for browsers that can only open a URL. */
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { headers } from '../../../playground/policy.ts'
import { type HttpServer, startHttpServer } from './http-server.ts'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.json': 'application/json',
}

export function serveBuiltPage(directory: string, mock: { mock: string; control: string }): Promise<HttpServer> {
  return startHttpServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://page').pathname)
    const file = path === '/' ? '/index.html' : path
    const body = await read(file).catch(() => undefined)
    if (body === undefined) response.writeHead(404).end()
    else response.writeHead(200, { ...headers, 'content-type': types[extname(file)] ?? 'text/plain' }).end(body)
  })

  async function read(file: string): Promise<string | Buffer> {
    if (file === '/mock.json') return JSON.stringify(mock)
    if (file === '/page-script.js') return readFile(fileURLToPath(new URL('page-script.js', import.meta.url)))
    const body = await readFile(join(directory, file))
    if (file !== '/index.html') return body
    return body.toString().replace('</head>', '<script type="module" src="./page-script.js"></script></head>')
  }
}
