/** A plain Node HTTP server that speaks 2025-11-25 with sessions: `/json` answers with JSON, `/sse` with an event stream. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answers } from '../workload.ts'
import { answerBig, answerProgress, answerResult } from './answers.ts'

interface Message {
  id?: unknown
  method: string
  params?: { name?: string; arguments?: { text?: string }; _meta?: { progressToken?: unknown } }
}

const protocolVersion = '2025-11-25'
const inputSchema = { type: 'object', properties: { text: { type: 'string' } } }
const tools = ['echo', 'big', 'progress'].map((name) => ({ name, description: `The tool ${name}.`, inputSchema }))
const sessions = new Set<string>()

const server = createServer((request, response) => {
  const answers: Answers = request.url === '/sse' ? 'sse' : 'json'
  if (request.method === 'POST') receive(request, (message) => post(request, response, answers, message))
  else if (request.method === 'DELETE') response.writeHead(200).end()
  // Without a listening stream, a client that requests one pays for a single refused request only.
  else response.writeHead(405, { allow: 'POST, DELETE' }).end()
})

// The sockets of a client must stay open while the others are measured.
server.keepAliveTimeout = 120_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())

function receive(request: IncomingMessage, onMessage: (message: Message) => void): void {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (piece: string) => {
    text += piece
  })
  request.on('end', () => onMessage(JSON.parse(text)))
}

function post(request: IncomingMessage, response: ServerResponse, answers: Answers, message: Message): void {
  const { id, method, params } = message
  const session = request.headers['mcp-session-id']
  if (method === 'initialize') initialize(response, answers, id)
  else if (typeof session !== 'string') refuse(response, 400, 'a request without a session')
  else if (!sessions.has(session)) refuse(response, 404, 'an unknown session')
  else if (id === undefined) response.writeHead(202).end()
  else if (method === 'tools/call') callTool(response, answers, id, params)
  else if (method === 'tools/list') answerResult(response, answers, id, { tools })
  else answerResult(response, answers, id, {})
}

function initialize(response: ServerResponse, answers: Answers, id: unknown): void {
  const session = randomUUID()
  sessions.add(session)
  response.setHeader('mcp-session-id', session)
  const serverInfo = { name: 'bench', version: '1.0.0' }
  answerResult(response, answers, id, { protocolVersion, capabilities: { tools: {} }, serverInfo })
}

function callTool(response: ServerResponse, answers: Answers, id: unknown, params: Message['params']): void {
  if (params?.name === 'big') answerBig(response, answers, id)
  else if (params?.name === 'progress') void answerProgress(response, id, params._meta?.progressToken)
  else answerResult(response, answers, id, { content: [{ type: 'text', text: params?.arguments?.text ?? '' }] })
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const error = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message } })
  response.writeHead(status, { 'content-type': 'application/json' }).end(error)
}
