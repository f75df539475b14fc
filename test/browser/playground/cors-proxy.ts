/** A proxy in front of a server that sends exactly the given CORS headers, as one configured by hand would. */
import { request as send } from 'node:http'
import { type HttpServer, startHttpServer } from './http-server.ts'

export interface CorsProxy extends HttpServer {
  /** The CORS headers that are added; at first none. Those of the server itself are removed. */
  setHeaders(headers: Record<string, string>): void
}

export async function startCorsProxy(target: string): Promise<CorsProxy> {
  let added: Record<string, string> = {}
  const proxy = await startHttpServer((request, response) => {
    // As nginx does with the pasted lines.
    if (request.method === 'OPTIONS' && Object.keys(added).length > 0) {
      response.writeHead(204, added).end()
      return
    }
    const { method, headers, url = '/' } = request
    const forwarded = send(
      new URL(url, target),
      { method, headers: { ...headers, host: new URL(target).host } },
      (from) => {
        const kept = Object.entries(from.headers).filter(([name]) => !name.startsWith('access-control-'))
        response.writeHead(from.statusCode ?? 502, { ...Object.fromEntries(kept), ...added })
        response.flushHeaders()
        from.pipe(response)
      },
    )
    forwarded.on('error', () => response.destroy())
    response.on('close', () => forwarded.destroy())
    request.pipe(forwarded)
  })
  return {
    ...proxy,
    setHeaders(headers) {
      added = headers
    },
  }
}
