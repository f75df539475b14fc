/** The HTTP+SSE transport, which a program of the official client chooses by itself when Streamable HTTP is refused. */
export { SSEClientTransport } from '@modelcontextprotocol/client'
