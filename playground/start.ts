/** `npm start`: builds the playground and serves it with a mock MCP server; `npm run dev`: from its sources, with hot reload. */
import { join } from 'node:path'
import { build, type Connect, createServer, mergeConfig, type Plugin, preview, type UserConfig } from 'vite'
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
  const plugins = [serveMockUrls(mock.url, mock.controlUrl)]
  const server = await preview(mergeConfig(built, { plugins, preview: listen }))
  return { url: server.resolvedUrls?.local[0], mockUrl: mock.url }
}

/** Without the content security policy, which forbids what hot reload needs. */
async function serveSources(shared: UserConfig, listen: Listen): Promise<Served> {
  const mock = await startServer()
  const plugins = [serveMockUrls(mock.url, mock.controlUrl)]
  const cacheDir = join((await createScratch()).path, 'vite')
  // Sources of the library are outside of the page's folder.
  const server = await createServer(
    mergeConfig(shared, { plugins, cacheDir, server: { ...listen, fs: { allow: [join(import.meta.dirname, '..')] } } }),
  )
  await server.listen()
  return { url: server.resolvedUrls?.local[0], mockUrl: mock.url }
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
