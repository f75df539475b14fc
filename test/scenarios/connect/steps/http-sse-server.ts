/** A server from before Streamable HTTP. */
import type { Server } from '../../../../playground/server/control/control.ts'
import type { Rule } from '../../../../src/testing/index.ts'

/** Every POST to the MCP endpoint is refused with this status. */
export const refusePosts = (status: number, body: string | object = `refused with ${status}`): Rule => ({
  on: { httpMethod: 'POST', path: '/mcp' },
  do: [{ respond: { status, body } }],
})

/** Makes the server refuse every POST to its URL, and open an HTTP+SSE stream on GET. */
export async function serveOnlyHttpSse(server: Server, status = 405): Promise<void> {
  await server.configure({ get: 'sse' })
  await server.script(refusePosts(status))
}
