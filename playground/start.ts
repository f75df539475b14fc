/** `npm start`: builds the playground and serves it with a mock MCP server, until it is interrupted. */
import { join } from 'node:path'
import { build, mergeConfig, type Plugin, preview } from 'vite'
import { startServer } from './server/miniflare.ts'
import { createScratch } from './server/scratch.ts'
import config from './vite.config.ts'

start(process.env.PORT).catch((error: Error) => {
  console.error(`The playground did not start: ${error.message}`)
  process.exit(1)
})

/** At SIGINT and SIGTERM Miniflare ends this process, and at any exit its own child. */
async function start(port: string | undefined): Promise<void> {
  // A requested port is used or an error; without one, Vite takes the next free port.
  const listen = port ? { port: parsePort(port), strictPort: true } : { port: 5173 }
  const scratch = await createScratch()
  const shared = mergeConfig(config, {
    configFile: false,
    logLevel: 'warn',
    build: { outDir: join(scratch.path, 'dist') },
  })
  const [mock] = await Promise.all([startServer(), build(shared)])
  const plugins = [serveMockUrls(mock.url, mock.controlUrl)]
  const server = await preview(mergeConfig(shared, { plugins, preview: listen }))
  console.log(`Playground: ${server.resolvedUrls?.local[0]}  (mock MCP server: ${mock.url}/mcp)`)
}

/** Serves `mock.json`, which tells the page the URLs of the mock and of its control. */
function serveMockUrls(mock: string, control: string): Plugin {
  return {
    name: 'mock-urls',
    configurePreviewServer({ middlewares }) {
      middlewares.use('/mock.json', (_request, response) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ mock, control }))
      })
    },
  }
}

function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port < 65_536) return port
  throw new Error(`PORT: got ${JSON.stringify(text)}, expected a number from 0 to 65535`)
}
