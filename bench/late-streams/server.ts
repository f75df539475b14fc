/** A server that ends the streams of calls 50 ms after their answers, and counts connections and streams cut before their end. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { LATE_MS, type LateCounts } from './counts.ts'

interface Message {
  id?: unknown
  method: string
}

export interface LateServer {
  /** Gives the URL of a new server with counters of its own when `/start` is requested, and the counts at `/counts`. */
  url: string
  stop(): void
}

const tools = [{ name: 'echo', description: 'The only tool.', inputSchema: { type: 'object' } }]

export async function startLateServer(calls: number): Promise<LateServer> {
  const endpoints: Awaited<ReturnType<typeof startEndpoint>>[] = []
  const control = await listen(async (request, response) => {
    allowPages(response)
    if (request.url === '/start') endpoints.push(await startEndpoint())
    const { url, counts } = endpoints.at(-1)!
    response.end(JSON.stringify(request.url === '/start' ? { url, calls } : counts))
  })
  return {
    url: control.url,
    stop() {
      control.stop()
      for (const endpoint of endpoints) endpoint.stop()
    },
  }
}

async function startEndpoint(): Promise<{ url: string; counts: LateCounts; stop(): void }> {
  const counts: LateCounts = { connections: 0, cut: 0 }
  // Only connections that carried a call count: pages open others for preflight requests.
  const used = new WeakSet<Socket>()
  const { url, stop } = await listen(async (request, response) => {
    allowPages(response)
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    if (request.method !== 'POST') return void response.writeHead(request.method === 'DELETE' ? 200 : 405).end()
    const { id, method } = (await json(request)) as Message
    if (method === 'tools/call') answerLate(request, response, id)
    else if (id === undefined) response.writeHead(202).end()
    else answer(response, id, method)
  })
  return { url: `${url}/2025-11-25/late`, counts, stop }

  function answerLate(request: IncomingMessage, response: ServerResponse, id: unknown): void {
    if (!used.has(request.socket)) counts.connections++
    used.add(request.socket)
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
    response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } })}\n\n`)
    const end = setTimeout(() => response.end(), LATE_MS)
    response.on('close', () => {
      clearTimeout(end)
      if (!response.writableFinished) counts.cut++
    })
  }
}

function answer(response: ServerResponse, id: unknown, method: string): void {
  const body = (outcome: object) => JSON.stringify({ jsonrpc: '2.0', id, ...outcome })
  response.setHeader('content-type', 'application/json')
  if (method === 'initialize') {
    const serverInfo = { name: 'late', version: '1.0.0' }
    response.setHeader('mcp-session-id', 'one')
    response.end(body({ result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo } }))
  } else if (method === 'tools/list') {
    response.end(body({ result: { tools } }))
  } else {
    response.writeHead(400).end(body({ error: { code: -32601, message: `Method not found: ${method}` } }))
  }
}

function allowPages(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-methods', 'GET, POST, DELETE')
  response.setHeader(
    'access-control-allow-headers',
    'content-type, accept, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name, last-event-id',
  )
  response.setHeader('access-control-expose-headers', 'mcp-session-id')
  response.setHeader('access-control-max-age', '600')
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

async function listen(handle: Handler): Promise<{ url: string; stop(): void }> {
  const server = createServer(handle)
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
