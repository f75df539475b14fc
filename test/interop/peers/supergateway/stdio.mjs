/** A server of the official SDK 1.x over standard input and output, for the gateway. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { addTools } from '../sdk-1-tools.mjs'

await addTools(new McpServer({ name: 'interop', version: '1.0.0' }), z).connect(new StdioServerTransport())
