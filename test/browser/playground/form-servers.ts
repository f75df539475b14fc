/** Servers with one tool, whose input schema is that of the form to be tested. */
import { text } from 'node:stream/consumers'
import type { Control } from '../../../playground/server/control/control.ts'
import type { Fixture } from './fixture.ts'
import { startHttpServer } from './http-server.ts'
import { allowPages } from './plain-server.ts'

/** A server with one tool of this input schema, whose calls are answered with an empty result. */
export async function serverWith(fixture: Fixture, inputSchema: object): Promise<Control> {
  const server = fixture.realm()
  await server.configure({ versions: ['2025-11-25'] })
  await server.script(
    { on: { rpcMethod: 'tools/list' }, do: [{ answer: { tools: [{ name: 'try', inputSchema }] } }] },
    { on: { rpcMethod: 'tools/call' }, do: [{ answer: { content: [] } }] },
  )
  return server
}

export async function lastArguments(server: Control): Promise<unknown> {
  const calls = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === 'tools/call')
  return (calls.at(-1)?.body as { params: { arguments: unknown } } | undefined)?.params.arguments
}

export interface DigitServer {
  url: string
  /** The bodies of all calls, as they arrived: parsed, they would lose their digits. */
  calls: string[]
  close(): void
}

export async function startDigitServer(inputSchema: object): Promise<DigitServer> {
  const calls: string[] = []
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: '2025-06-18',
      serverInfo: { name: 'digits', version: '1' },
      capabilities: { tools: {} },
    },
    'tools/list': { tools: [{ name: 'try', inputSchema }] },
    'tools/call': { content: [] },
  }
  const { origin, close } = await startHttpServer(async (request, response) => {
    allowPages(response)
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const body = await text(request)
    const { id, method = '' } = (body === '' ? {} : JSON.parse(body)) as { id?: number; method?: string }
    if (method === 'tools/call') calls.push(body)
    if (request.method !== 'POST' || method === 'server/discover') return void response.writeHead(400).end()
    if (id === undefined) return void response.writeHead(202).end()
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }))
  })
  return { url: `${origin}/mcp`, calls, close }
}
