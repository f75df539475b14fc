/** Serves the playground, with a mock MCP server to try it on, until it is interrupted. */
import { createServer, mergeConfig } from 'vite'
import { startServer } from '../test/server/host.ts'
import config from './vite.config.ts'

start(process.env.PORT).catch((error: Error) => {
  console.error(`The playground did not start: ${error.message}`)
  process.exit(1)
})

/** Miniflare ends its child and this process at SIGINT and SIGTERM, and its child also at any other end. */
async function start(wanted: string | undefined): Promise<void> {
  // Who asks for a port gets that one or an error; otherwise Vite takes the next that is free.
  const server = wanted ? { port: parsePort(wanted), strictPort: true } : { port: 5173 }
  const mock = await startServer()
  const address = `${mock.url}/mcp`
  const define = { PREFILLED_ADDRESS: JSON.stringify(address) }
  const vite = await createServer(mergeConfig(config, { configFile: false, logLevel: 'warn', define, server }))
  await vite.listen()
  console.log(`Playground: ${vite.resolvedUrls?.local[0]}  (mock MCP server: ${address})`)
}

function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port < 65_536) return port
  throw new Error(`PORT: got ${JSON.stringify(text)}, expected a number from 0 to 65535`)
}
