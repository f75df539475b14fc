/** The official SDK 1.x over standard input and output, for supergateway. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createServer } from './sdk-1-tools.mjs'

await createServer().connect(new StdioServerTransport())
