/** FastMCP: `node fastmcp.mjs <port> [stateless]`. */
import { FastMCP } from 'fastmcp'
import { z } from 'zod'

const [port, stateless] = process.argv.slice(2)
const server = new FastMCP({ name: 'interop', version: '1.0.0' })
const parameters = z.object({ text: z.string() })
server.addTool({ name: 'echo', description: 'Repeats a text', parameters, execute: async ({ text }) => text })
const httpStream = { port: Number(port), host: '127.0.0.1', stateless: Boolean(stateless) }
await server.start({ transportType: 'httpStream', httpStream })
