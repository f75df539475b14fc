/** mcp-framework: `node mcp-framework.mjs <http-stream|sse> <batch|stream> <port>`; it loads tools from files of a project. */
import { mkdir, writeFile } from 'node:fs/promises'
import { MCPServer } from 'mcp-framework'

const [type, responseMode, port] = process.argv.slice(2)
const base = new URL('mcp-framework-project/', import.meta.url)
await mkdir(new URL('dist/tools/', base), { recursive: true })
await writeFile(new URL('package.json', base), '{ "type": "module", "name": "interop", "version": "1.0.0" }\n')
await writeFile(
  new URL('dist/tools/EchoTool.js', base),
  `import { MCPTool } from 'mcp-framework'
import { z } from 'zod'
export default class EchoTool extends MCPTool {
  name = 'echo'
  description = 'Repeats a text'
  schema = z.object({ text: z.string().describe('The text') })
  async execute({ text }) {
    return text
  }
}
`,
)
const options = { port: Number(port), host: '127.0.0.1', ...(type === 'sse' ? {} : { responseMode }) }
const basePath = decodeURIComponent(new URL('dist', base).pathname)
await new MCPServer({ name: 'interop', version: '1.0.0', basePath, transport: { type, options } }).start()
