/** A plain Node HTTP server of one kind, which counts the requests and connections that it gets. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** `http-sse` is the transport of 2024-11-05, at a URL that does not say so. */
export type ServerKind = '2025-json' | '2025-sse' | '2026' | 'http-sse'

export interface CountingServer {
  url: string
  requests(): number
  connections(): number
}

interface Message {
  id?: unknown
  method: string
}

const tools = [{ name: 'work', description: 'The only tool.', inputSchema: { type: 'object' } }]
const serverInfo = { name: 'counting', version: '1.0.0' }
const capabilities = { tools: {} }
const modern = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }

export async function startCountingServer(kind: ServerKind): Promise<CountingServer> {
  let requests = 0
  let connections = 0
  let events: ServerResponse | undefined
  const server = createServer((request, response) => {
    requests++
    if (kind === 'http-sse') void overEvents(request, response)
    else if (request.method === 'POST') void post(request, response)
    else response.writeHead(request.method === 'DELETE' ? 200 : 405).end()
  })
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/${kind}/mcp`,
    requests: () => requests,
    connections: () => connections,
  }

  async function post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const message = (await json(request)) as Message
    const answer = answerTo(kind, message)
    if (message.method === 'initialize' && kind !== '2026') response.setHeader('mcp-session-id', randomUUID())
    if (message.id === undefined) response.writeHead(202).end()
    else if ('error' in answer) refuse(response, kind === '2026' ? 404 : 400, message, answer)
    else send(response, kind === '2025-sse', { jsonrpc: '2.0', id: message.id, ...answer })
  }

  async function overEvents(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      events = response.writeHead(200, { 'content-type': 'text/event-stream' })
      events.write('event: endpoint\ndata: /messages\n\n')
    } else if (request.url !== '/messages') {
      response.writeHead(request.method === 'POST' ? 405 : 404).end()
    } else {
      const message = (await json(request)) as Message
      response.writeHead(202).end('Accepted')
      if (message.id === undefined) return
      const answer = JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answerTo(kind, message) })
      events?.write(`event: message\ndata: ${answer}\n\n`)
    }
  }
}

/** The `result` or `error` of the answer. */
function answerTo(kind: ServerKind, { method }: Message): { result: object } | { error: object } {
  const isModern = kind === '2026'
  const more = isModern ? modern : {}
  const protocolVersion = kind === 'http-sse' ? '2024-11-05' : '2025-11-25'
  if (method === 'initialize' && !isModern) return { result: { protocolVersion, capabilities, serverInfo } }
  if (method === 'server/discover' && isModern) {
    const _meta = { 'io.modelcontextprotocol/serverInfo': serverInfo }
    return { result: { ...more, supportedVersions: ['2026-07-28'], capabilities, _meta } }
  }
  if (method === 'tools/list') return { result: { ...more, tools } }
  if (method === 'tools/call') return { result: { ...more, content: [{ type: 'text', text: 'done' }] } }
  return { error: { code: -32601, message: `Method not found: ${method}` } }
}

function refuse(response: ServerResponse, status: number, { id }: Message, answer: object): void {
  const body = JSON.stringify({ jsonrpc: '2.0', id, ...answer })
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

function send(response: ServerResponse, asEvents: boolean, message: object): void {
  const body = JSON.stringify(message)
  if (asEvents) response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${body}\n\n`)
  else response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}
