/** A mock server at an address, for programs of other processes. */
import { Readable } from 'node:stream'
import type { MockServer } from '../../../src/testing/index.ts'
import { type HttpServer, startHttpServer } from '../../browser/playground/http-server.ts'

export function listen(server: MockServer): Promise<HttpServer> {
  return startHttpServer(async (incoming, outgoing) => {
    const left = new AbortController()
    outgoing.on('close', () => left.abort())
    const { method = 'GET', headers, url = '/' } = incoming
    const body = ['GET', 'HEAD'].includes(method) ? null : (Readable.toWeb(incoming) as ReadableStream)
    const own = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string])
    const init = { method, headers: own, body, duplex: 'half', signal: left.signal }
    const response = await server.handle(new Request(new URL(url, `http://${headers.host}`), init as RequestInit))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    if (!response.body) return void outgoing.end()
    const stream = Readable.fromWeb(response.body as import('node:stream/web').ReadableStream)
    stream.on('error', () => outgoing.destroy()).pipe(outgoing)
  })
}
