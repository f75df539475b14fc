/** What the bench uses of the official client, imported from this folder's own install. */
export { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
