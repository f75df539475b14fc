/** Everything that an attack needs, on this machine: a host page, its proxy, two servers with views, and a place to leak to. */

import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'esbuild'
import { createAppProxy } from '../../../src/apps/index.ts'
import { createMockServer, type MockApp, type MockServer, mockApps, toNodeHandler } from '../../../src/testing/index.ts'
import { root } from '../../support/paths.ts'
import { peersFolder } from './install.ts'
import { applyPatches, type Patch, patching } from './patches.ts'

/** What is left out of the host page, the proxy and its page. */
export interface Weakness {
  /** The host page has no policy of its own. */
  noFrameSrc?: boolean
  /** The only source of `frame-src`, before the port of the proxy. @default all that the tests use */
  frameSrc?: string
  /** The proxy sends no policy. */
  noHeader?: boolean
  /** Taken out of the script of the proxy page. */
  proxy?: readonly Patch[]
  /** Taken out of the host. */
  host?: readonly Patch[]
}

export interface Site {
  /** The address of the host page with these weaknesses. */
  page(weakness?: Weakness): string
  /** The origin of the proxy for a label: `http://label.localhost:port`, or `http://localhost:port`. */
  proxy(label?: string): string
  /** A proxy on the site of the host page, for storage: some browsers give none to frames of other sites. */
  sameSite: string
  /** The endpoint of a server with these views. */
  server(apps: Record<string, MockApp>): Promise<{ url: string; mock: MockServer }>
  /** An address to leak to, on an origin of its own. */
  leak(name: string): string
  /** The names under which something leaked. */
  leaked(): string[]
  /** Whether a browser reported that a policy kept a frame from this address. */
  refused(leak: string): boolean
  close(): void
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export async function startSite(): Promise<Site> {
  const closing: (() => void)[] = []
  const leaked: string[] = []
  const refused: string[] = []
  const weaknesses: Weakness[] = []
  const bundles = new Map<string, Promise<string>>()
  const note = ({ url = '' }: IncomingMessage) => {
    const name = new URL(url, 'http://leak').searchParams.get('name')
    if (name) leaked.push(name)
  }
  const evil = await listen((request, response) => {
    note(request)
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/html' }).end('<p>leaked')
  })
  evil.on('upgrade', (request, socket) => {
    note(request)
    socket.destroy()
  })
  const proxyServer = await listen((request, response) => serveProxy(request, response))
  const site = await listen((request, response) => {
    if (request.url === '/report') return void noteReport(request, response)
    servePage(request, response).catch((error: Error) => response.writeHead(500).end(error.stack))
  })
  const origin = `http://127.0.0.1:${portOf(site)}`
  const proxyPort = portOf(proxyServer)
  const serveProxy: Handler = (request, response) => {
    const { noHeader, proxy = [] } = weaknesses[Number(/^\/(\d+)/.exec(request.url!)?.[1] ?? 0)] ?? {}
    const handle = createAppProxy({ hosts: [origin] })
    toNodeHandler(async (incoming) => {
      const { headers, status, body } = handle(incoming)
      const policy = headers.get('content-security-policy')
      if (noHeader) headers.delete('content-security-policy')
      else headers.set('content-security-policy', `${policy}; report-uri ${origin}/report`)
      const text = await new Response(body).text()
      return new Response(applyPatches('proxy/page.ts', text, proxy), { headers, status })
    })(request as never, response)
  }

  return {
    page(weakness = {}) {
      const known = weaknesses.findIndex((other) => JSON.stringify(other) === JSON.stringify(weakness))
      return `${origin}/${known < 0 ? weaknesses.push(weakness) - 1 : known}/`
    },
    sameSite: `http://127.0.0.1:${proxyPort}`,
    proxy: (label) => `http://${label ? `${label}.` : ''}localhost:${proxyPort}`,
    async server(apps) {
      const holder: { mock?: MockServer } = {}
      const server = await listen(toNodeHandler((request) => holder.mock!.handle(request)) as Handler)
      const address = `http://127.0.0.1:${portOf(server)}`
      holder.mock = createMockServer({ ...mockApps(apps), origin: address })
      return { url: `${address}/mcp`, mock: holder.mock }
    },
    leak(name) {
      const label = name.replace(/[^a-z\d]+/g, '-') || 'leak'
      return `http://${label}.localhost:${portOf(evil)}/leak?name=${encodeURIComponent(name)}`
    },
    leaked: () => [...leaked],
    refused: (leak) => refused.includes(new URL(leak).origin),
    close() {
      for (const step of closing) step()
    },
  }

  async function servePage({ url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, number = '0', file = ''] = /^\/(\d+)\/(.*)$/.exec(url) ?? []
    const { noFrameSrc, frameSrc, host = [] } = weaknesses[Number(number)] ?? {}
    const script = /^(page|bridge|react-page|measure-page)\.js$/.exec(file)?.[1]
    if (script) {
      const key = script + JSON.stringify(host)
      const bundling = bundles.get(key) ?? bundlePage(script, host)
      bundles.set(key, bundling)
      const text = await bundling
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(text)
      return
    }
    const frames = `frame-src ${(frameSrc ? [frameSrc] : ['127.0.0.1', 'localhost', '*.localhost']).map((name) => `http://${name}:${proxyPort}`).join(' ')}`
    const policy = `default-src 'self'; connect-src 'self' http://127.0.0.1:*; img-src data:; ${frames}; report-uri /report`
    const headers = { 'content-type': 'text/html', ...(!noFrameSrc && { 'content-security-policy': policy }) }
    response.writeHead(200, headers)
    response.end(
      `<!doctype html><title>host</title><link rel="icon" href="data:,"><script type="module" src="${file.slice(1) || 'page'}.js"></script>`,
    )
  }

  async function noteReport(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks = await request.toArray()
    const report = JSON.parse(Buffer.concat(chunks).toString())['csp-report']
    // Reports have no more of the address than its origin.
    if (report['effective-directive'] === 'frame-src') refused.push(new URL(report['blocked-uri']).origin)
    response.writeHead(204).end()
  }

  async function listen(handler: Handler) {
    const server = createServer(handler).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    closing.push(() => {
      server.close()
      server.closeAllConnections()
    })
    return server
  }
}

function portOf(server: { address(): unknown }): number {
  return (server.address() as AddressInfo).port
}

async function bundlePage(name: string, patches: readonly Patch[]): Promise<string> {
  for (const { file } of patches) applyPatches(file, readFileSync(join(root, 'src/apps', file), 'utf8'), patches)
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    nodePaths: [join(peersFolder, 'node_modules'), join(root, 'test/interop/ui/peers/node_modules')],
    alias: { react: 'react-19', 'react-dom': 'react-dom-19' },
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [patching(patches)],
  })
  return outputFiles[0]!.text
}
