/** `npm start`: builds the playground and serves it with a mock MCP server; `npm run dev`: from its sources, with hot reload. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build, type Connect, createServer, mergeConfig, type Plugin, preview, type UserConfig } from 'vite'
import { createAppProxy } from '../src/apps/index.ts'
import { toNodeHandler } from '../src/shared/node-handler.ts'
import { listenForApps, pageOrigins } from './server/listen-apps.ts'
import { startServer } from './server/miniflare.ts'
import { createScratch } from './server/scratch.ts'
import config from './vite.config.ts'

start(process.env.PORT, process.argv.includes('--dev')).catch((error: Error) => {
  console.error(`The playground did not start: ${error.message}`)
  process.exit(1)
})

/** At SIGINT and SIGTERM Miniflare ends this process, and at any exit its own child. */
async function start(port: string | undefined, isDev: boolean): Promise<void> {
  // A requested port is used or an error; without one, Vite takes the next free port.
  const listen = port ? { port: parsePort(port), strictPort: true } : { port: 5173 }
  const shared = mergeConfig(config, { configFile: false, logLevel: 'warn' })
  const page = isDev ? await serveSources(shared, listen) : await serveBuilt(shared, listen)
  console.log(`Playground: ${page.url}  (mock MCP server: ${page.mockUrl}/mcp)`)
}

type Listen = { port: number; strictPort?: boolean }
type Served = { url: string | undefined; mockUrl: string }

async function serveBuilt(shared: UserConfig, listen: Listen): Promise<Served> {
  const scratch = await createScratch()
  const built = mergeConfig(shared, { build: { outDir: join(scratch.path, 'dist') } })
  const [mock] = await Promise.all([startServer(), build(built)])
  const plugins = [serveMockUrls(mock.url, mock.controlUrl), await serveApps()]
  const server = await preview(mergeConfig(built, { plugins, preview: listen }))
  return { url: server.resolvedUrls?.local[0], mockUrl: mock.url }
}

/** Without the content security policy, which forbids what hot reload needs. */
async function serveSources(shared: UserConfig, listen: Listen): Promise<Served> {
  const mock = await startServer()
  const plugins = [serveMockUrls(mock.url, mock.controlUrl), await serveApps()]
  const cacheDir = join((await createScratch()).path, 'vite')
  // Sources of the library are outside of the page's folder.
  const server = await createServer(
    mergeConfig(shared, { plugins, cacheDir, server: { ...listen, fs: { allow: [join(import.meta.dirname, '..')] } } }),
  )
  await server.listen()
  return { url: server.resolvedUrls?.local[0], mockUrl: mock.url }
}

/** Serves `apps.json`, which tells the page where the proxy page of apps is, and that page on a second port. */
async function serveApps(): Promise<Plugin> {
  // The port of the page is known once somebody asks for it.
  let proxy: ((request: Request) => Response) | undefined
  const { description } = await listenForApps(
    toNodeHandler(async (request) => proxy?.(request) ?? new Response(null, { status: 404 })) as never,
  )
  const serve = ({ middlewares, httpServer }: { middlewares: Connect.Server; httpServer: unknown }) => {
    middlewares.use('/apps.json', (_request, response) => {
      const { port } = (httpServer as Server).address() as AddressInfo
      proxy ??= createAppProxy({ hosts: pageOrigins(port) })
      response.setHeader('content-type', 'application/json')
      response.end(description)
    })
  }
  return { name: 'apps', configureServer: serve, configurePreviewServer: serve }
}

/** Serves `mock.json`, which tells the page the URLs of the mock and of its control. */
function serveMockUrls(mock: string, control: string): Plugin {
  const serve = ({ middlewares }: { middlewares: Connect.Server }) => {
    middlewares.use('/mock.json', (_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ mock, control }))
    })
  }
  return { name: 'mock-urls', configureServer: serve, configurePreviewServer: serve }
}

function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port < 65_536) return port
  throw new Error(`PORT: got ${JSON.stringify(text)}, expected a number from 0 to 65535`)
}
