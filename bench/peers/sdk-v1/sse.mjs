/** The HTTP+SSE transport, which a program of the first SDK chooses by itself when Streamable HTTP is refused. */
export { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
