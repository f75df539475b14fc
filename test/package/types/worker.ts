/** A Cloudflare Worker, compiled without the DOM library. */
import { type ConnectOptions, connect, type Fetch } from 'mcp-over-fetch'

interface Env {
  TOOLS: Fetcher
  SESSIONS: DurableObjectNamespace
}

// @ts-expect-error proves that no declaration brings the DOM library with it
export const page = document

export const plain: Fetch = fetch

export const options: ConnectOptions[] = [
  { headers: new Headers(), fetch: (url, init) => fetch(url, init) },
  { headers: { authorization: 'Bearer token' }, signal: AbortSignal.abort() },
]

export default {
  async fetch(_request, env): Promise<Response> {
    const bound: Fetch = env.TOOLS.fetch.bind(env.TOOLS)
    const wrapped: Fetch = (url, init) => env.TOOLS.fetch(url, init)
    const stub = env.SESSIONS.get(env.SESSIONS.idFromName('one'))
    const durable: Fetch = (url, init) => stub.fetch(url, init)
    await connect('https://tools/mcp', { fetch: durable })
    await connect('https://tools/mcp', { fetch: bound })
    const client = await connect('https://tools/mcp', { fetch: wrapped })
    const { content } = await client.callTool('echo', { text: 'hello' })
    await client.close()
    return Response.json(content)
  },
} satisfies ExportedHandler<Env>
