/** A plain Node HTTP server that treats the streams of calls as an experiment says, and counts what the client does. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** Writes to the stream of a call; `answer` is the event with the result, empty on a resumed stream. */
export type StreamHandler = (stream: ServerResponse, answer: string) => void

export interface Server {
  url: string
  /** GET requests with `Last-Event-ID`; a GET that opens a listening stream is not counted. */
  resumptions(): number
  initializations(): number
  /** Streams of calls that neither side has closed. */
  openStreams(): number
  deleteSessions(): void
}

interface Message {
  id?: unknown
  method: string
}

const protocolVersion = '2025-11-25'
const tools = [{ name: 'work', description: 'The only tool.', inputSchema: { type: 'object' } }]
const serverInfo = { name: 'behaviour', version: '1.0.0' }

export async function startServer(handleStream: StreamHandler): Promise<Server> {
  const sessions = new Set<string>()
  const streams = new Set<ServerResponse>()
  let resumptions = 0
  let initializations = 0

  const server = createServer((request, response) => {
    if (request.method === 'POST') void post(request, response)
    else if (request.method === 'GET' && request.headers['last-event-id']) resume(response)
    else response.writeHead(request.method === 'DELETE' ? 200 : 405).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    resumptions: () => resumptions,
    initializations: () => initializations,
    openStreams: () => streams.size,
    deleteSessions: () => sessions.clear(),
  }

  async function post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { id, method } = (await json(request)) as Message
    const session = request.headers['mcp-session-id']
    if (method === 'initialize') initialize(response, id)
    else if (typeof session !== 'string') refuse(response, 400, 'a request without a session')
    else if (!sessions.has(session)) refuse(response, 404, 'an unknown session')
    else if (id === undefined) response.writeHead(202).end()
    else if (method === 'tools/call') handleStream(openStream(response), `data: ${result(id, { content: [] })}\n\n`)
    else answer(response, result(id, method === 'tools/list' ? { tools } : {}))
  }

  function initialize(response: ServerResponse, id: unknown): void {
    initializations++
    const session = randomUUID()
    sessions.add(session)
    response.setHeader('mcp-session-id', session)
    answer(response, result(id, { protocolVersion, capabilities: { tools: {} }, serverInfo }))
  }

  function resume(response: ServerResponse): void {
    resumptions++
    handleStream(openStream(response), '')
  }

  function openStream(response: ServerResponse): ServerResponse {
    streams.add(response)
    response.on('close', () => streams.delete(response))
    return response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  }
}

function result(id: unknown, result: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result })
}

function answer(response: ServerResponse, body: string): void {
  response.setHeader('content-type', 'application/json').end(body)
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.statusCode = status
  answer(response, JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message } }))
}
