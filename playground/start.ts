/** Builds the playground and serves it, with a mock MCP server to try it on, until it is interrupted. */
import { join } from 'node:path'
import { build, mergeConfig, type Plugin, preview } from 'vite'
import { createScratch } from './server/scratch.ts'
import { startServer } from './server/miniflare.ts'
import config from './vite.config.ts'

start(process.env.PORT).catch((error: Error) => {
  console.error(`The playground did not start: ${error.message}`)
  process.exit(1)
})

/** Miniflare ends its child and this process at SIGINT and SIGTERM, and its child also at any other end. */
async function start(wanted: string | undefined): Promise<void> {
  // Who asks for a port gets that one or an error; otherwise Vite takes the next that is free.
  const place = wanted ? { port: parsePort(wanted), strictPort: true } : { port: 5173 }
  const scratch = await createScratch()
  const shared = mergeConfig(config, {
    configFile: false,
    logLevel: 'warn',
    build: { outDir: join(scratch.path, 'dist') },
  })
  const [mock] = await Promise.all([startServer(), build(shared)])
  const told = tellMock(mock.url, mock.controlUrl)
  const server = await preview(mergeConfig(shared, { plugins: [told], preview: place }))
  console.log(`Playground: ${server.resolvedUrls?.local[0]}  (mock MCP server: ${mock.url}/mcp)`)
}

/** Says where the mock is. */
function tellMock(mock: string, control: string): Plugin {
  return {
    name: 'tell-mock',
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
