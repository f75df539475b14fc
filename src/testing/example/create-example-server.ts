/** `createExampleServer()`: the server behind `https://tools.example.com/mcp` in the documentation. */
import type { Clock } from '../clock/clock.ts'
import { createServerOffering, type MockServer } from '../create-mock-server.ts'
import { checkOptions, type MockServerOptions } from '../mock/options.ts'
import { exampleContent } from './example-content.ts'

/**
 * Creates the mock server that the examples of the documentation run against. It offers the tools `render`, `weather`,
 * `pay`, `deploy` and `train`, a resource and a prompt. The first client that listens receives a change of the tools.
 *
 * @example
 * const server = createExampleServer()
 * const client = await connect(server.url, { fetch: server.fetch })
 * await client.callTool('render', { scene: 'teapot' })
 */
export function createExampleServer<OwnClock extends Clock = Clock>(
  options: MockServerOptions<Record<string, unknown>, OwnClock> = {},
): MockServer<OwnClock> {
  checkOptions(options)
  const server = createServerOffering({ origin: 'https://tools.example.com', ...options }, exampleContent)
  let hasAnnounced = false
  return {
    ...server,
    fetch: async (input, init) => {
      const request = input instanceof Request ? input : undefined
      const headers = new Headers(init?.headers ?? request?.headers)
      return announce(init?.method ?? request?.method, headers, await server.fetch(input, init))
    },
    handle: async (request) => announce(request.method, request.headers, await server.handle(request)),
  }

  /** Without a change, the examples that wait for one would not end. */
  function announce(method: string | undefined, headers: Headers, response: Response): Response {
    const isListening = method === 'GET' || headers.get('mcp-method') === 'subscriptions/listen'
    if (isListening && response.ok && !hasAnnounced) {
      hasAnnounced = true
      server.notify('notifications/tools/list_changed')
    }
    return response
  }
}
