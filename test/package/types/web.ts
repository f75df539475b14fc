/** An application for browsers, Deno, Bun or Node, compiled with the DOM library. */
import { type Client, type ConnectOptions, connect, type Fetch, HttpError, isMcpError } from 'mcp-over-fetch'
import type { InitializeResult, JsonRpcMessage, Tool } from 'mcp-over-fetch/types'

const logged: Fetch = async (url, init) => {
  const response = await fetch(url, init)
  return new Response(response.body, { status: response.status, headers: { ...init.headers } })
}

const plain: Fetch = fetch
const fetches: ConnectOptions[] = [{ fetch: logged }, { fetch: plain }, { fetch: globalThis.fetch }, {}]

// @ts-expect-error an option that does not exist
const unknownOption: ConnectOptions = { retries: 3 }
// @ts-expect-error a revision that does not exist
const unknownVersion: ConnectOptions = { versions: ['2020-01-01'] }

export async function main(url: URL, stop: AbortController): Promise<Tool[]> {
  const client: Client = await connect(url, {
    clientInfo: { name: 'app', version: '1.0.0' },
    handlers: {
      elicit: ({ message }, { signal }) => ({ action: signal.aborted ? 'cancel' : 'accept', content: { message } }),
      roots: async () => [{ uri: 'file:///project' }],
    },
    signal: stop.signal,
    onEvent: (event) => {
      if (event.type === 'request') event.url.toUpperCase()
    },
  })
  try {
    const result = await client.callTool(
      'render',
      { scene: 'teapot' },
      {
        signal: stop.signal,
        onProgress: ({ progress, total }) => progress / (total ?? 1),
      },
    )
    // @ts-expect-error structuredContent is unknown without a schema
    result.structuredContent.scene
    return await client.listTools()
  } catch (error) {
    if (error instanceof HttpError) error.headers.get('retry-after')
    if (isMcpError(error) && error.delivery === 'not-executed') return []
    throw error
  } finally {
    await client.close()
  }
}

export const messages: JsonRpcMessage[] = [{ jsonrpc: '2.0', id: 1, method: 'ping' }]
export const hello: InitializeResult = { protocolVersion: '2025-11-25' }
export const used = [fetches, unknownOption, unknownVersion]
