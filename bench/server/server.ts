/** A plain Node HTTP server of both eras: `/<revision>/json` answers with JSON, `/<revision>/sse` with an event stream. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answers } from '../workload.ts'
import { answerBig, answerProgress, answerResult } from './answers.ts'
import { legacyProblem, type Message, modernProblem, startSession } from './revisions.ts'

const inputSchema = { type: 'object', properties: { text: { type: 'string' } } }
const names = ['echo', 'big', 'progress', 'hold']
const tools = names.map((name) => ({ name, description: `The tool ${name}.`, inputSchema }))
const serverInfo = { name: 'bench', version: '1.0.0' }
const capabilities = { tools: {} }
/** Calls of the tool `hold`, which are answered when `/release` is requested. */
const held: (() => void)[] = []

const server = createServer((request, response) => {
  const { method, url } = request
  if (url === '/held') response.end(String(held.length))
  else if (url === '/release') release(response)
  else if (method === 'POST') receive(request, (message) => post(request, response, message))
  else if (method === 'DELETE') response.writeHead(200).end()
  // Without a listening stream, a client that requests one pays for a single refused request only.
  else response.writeHead(405, { allow: 'POST, DELETE' }).end()
})

// The sockets of a client must stay open while the others are measured.
server.keepAliveTimeout = 120_000
server.listen({ port: 0, host: '127.0.0.1', backlog: 2048 }, () => {
  process.send?.((server.address() as AddressInfo).port)
})
process.on('disconnect', () => process.exit())

function receive(request: IncomingMessage, onMessage: (message: Message) => void): void {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (piece: string) => {
    text += piece
  })
  request.on('end', () => onMessage(JSON.parse(text)))
}

function post(request: IncomingMessage, response: ServerResponse, message: Message): void {
  const { id, method } = message
  const answers: Answers = request.url!.endsWith('/sse') ? 'sse' : 'json'
  const isModern = request.url!.startsWith('/2026')
  const problem = isModern ? modernProblem(request, message) : legacyProblem(request, message)
  const complete = isModern ? { resultType: 'complete' } : {}
  if (problem) {
    refuse(response, problem.status, problem.message)
  } else if (method === 'initialize') {
    response.setHeader('mcp-session-id', startSession())
    answerResult(response, answers, id, { protocolVersion: '2025-11-25', capabilities, serverInfo })
  } else if (method === 'server/discover') {
    const result = { ...complete, supportedVersions: ['2026-07-28'], capabilities, ttlMs: 0, cacheScope: 'private' }
    answerResult(response, answers, id, { ...result, _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo } })
  } else if (id === undefined) {
    response.writeHead(202).end()
  } else if (method === 'tools/list') {
    answerResult(response, answers, id, { ...complete, tools, ...(isModern && { ttlMs: 0, cacheScope: 'private' }) })
  } else if (method === 'tools/call') {
    callTool(response, answers, message, complete)
  } else {
    answerResult(response, answers, id, complete)
  }
}

function callTool(response: ServerResponse, answers: Answers, { id, params }: Message, complete: object): void {
  const echo = () => {
    const text = params?.arguments?.text ?? ''
    answerResult(response, answers, id, { ...complete, content: [{ type: 'text', text }] })
  }
  if (params?.name === 'big') answerBig(response, answers, id)
  else if (params?.name === 'progress') void answerProgress(response, id, params._meta?.progressToken ?? 0)
  else if (params?.name === 'hold') held.push(echo)
  else echo()
}

function release(response: ServerResponse): void {
  for (const answer of held.splice(0)) answer()
  response.end()
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const error = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message } })
  response.writeHead(status, { 'content-type': 'application/json' }).end(error)
}
