/** LiteMCP: `node litemcp.mjs <port>`. */
import { LiteMCP } from 'litemcp'
import { z } from 'zod'

const server = new LiteMCP('interop', '1.0.0')
const parameters = z.object({ text: z.string() })
server.addTool({ name: 'echo', description: 'Repeats a text', parameters, execute: async ({ text }) => text })
await server.start({ transportType: 'sse', sse: { endpoint: '/sse', port: Number(process.argv[2]) } })
