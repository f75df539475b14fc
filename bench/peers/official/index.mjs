/** The parts of the official client that the bench uses, from the node_modules of this folder. */
export { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
