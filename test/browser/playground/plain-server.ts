/** A small MCP server with a session and a stream, which can be stopped and started again on the same port. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type HttpServer, startHttpServer } from './http-server.ts'

export interface PlainServer {
  url: string
  /** The bodies of all POSTs. */
  received: Record<string, unknown>[]
  stop(): void
}

export interface PlainServerOptions {
  tools: readonly string[]
  port?: number
  /** Asks for roots as soon as the stream is open. */
  asksForRoots?: boolean
}

export async function startPlainServer({ tools, port, asksForRoots }: PlainServerOptions): Promise<PlainServer> {
  const received: Record<string, unknown>[] = []
  const session = crypto.randomUUID()
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: '2025-06-18',
      serverInfo: { name: 'plain', version: '1' },
      capabilities: { tools: { listChanged: true } },
    },
    'tools/list': { tools: tools.map((name) => ({ name, inputSchema: { type: 'object' } })) },
    'tools/call': { content: [{ type: 'text', text: 'done' }] },
    ping: {},
  }
  const server: HttpServer = await startHttpServer((request, response) => void answer(request, response), port)
  return { url: `${server.origin}/mcp`, received, stop: server.close }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    allowPages(response)
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    if (request.method === 'DELETE') return void response.writeHead(200).end()
    const id = request.headers['mcp-session-id']
    if (request.method === 'GET') return id === session ? openStream(response) : void response.writeHead(404).end()
    const message = JSON.parse(await text(request)) as { id?: unknown; method?: string }
    received.push(message)
    if (message.method === 'server/discover') return void response.writeHead(400).end()
    if (message.method !== 'initialize' && id !== session) return void response.writeHead(404).end()
    if (message.id === undefined || !message.method) return void response.writeHead(202).end()
    response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': session })
    const result = results[message.method]
    const outcome = result ? { result } : { error: { code: -32601, message: 'Method not found' } }
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...outcome }))
  }

  function openStream(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(': open\n\n')
    if (asksForRoots) response.write(`data: {"jsonrpc":"2.0","id":1,"method":"roots/list"}\n\n`)
  }
}

export function allowPages(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', '*, authorization')
  response.setHeader('access-control-allow-methods', '*')
  response.setHeader('access-control-expose-headers', '*')
}
