/** MCP servers on ports of this machine that send no CORS headers: no page can reach them. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { createMockServer, type MockServer, type MockServerOptions } from '../../../src/testing/index.ts'
import { type HttpServer, startHttpServer } from '../playground/http-server.ts'

export const PAGE = 'https://app.example.com'

export interface ServerWithoutCors extends HttpServer {
  /** Its MCP endpoint. */
  url: string
  /** The method and path of each request, in order. */
  requests: string[]
  /** How many responses are under way. */
  open(): number
}

/** Counts to a number and reports each step. */
const count = {
  run: async ({ to, every }: Record<string, unknown>, context: { progress: Progress; wait: Wait }) => {
    for (let step = 1; step <= Number(to); step++) {
      await context.wait(Number(every))
      await context.progress(step, Number(to))
    }
    return `counted to ${to}`
  },
}
type Progress = (progress: number, total?: number) => unknown
type Wait = (milliseconds: number) => Promise<unknown>

/** The mock server behind a port; it refuses preflights, and no page may read its responses. */
export async function startWithoutCors(options: MockServerOptions = {}): Promise<ServerWithoutCors> {
  const requests: string[] = []
  let open = 0
  const echo = { run: ({ text }: Record<string, unknown>) => String(text) }
  let mock: MockServer | undefined
  const server = await startHttpServer(async (incoming, outgoing) => {
    const { method = '', url = '', headers: sent } = incoming
    requests.push(`${method} ${url.split('?')[0]}`)
    if (method === 'OPTIONS') return void outgoing.writeHead(405).end()
    open++
    const left = new AbortController()
    outgoing.once('close', () => {
      open--
      left.abort()
    })
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = method === 'POST' ? Buffer.concat(chunks) : null
    const init = { method, headers: sent as Record<string, string>, body, signal: left.signal }
    const origin = `http://${sent.host}`
    // The server names its own address, which is known now.
    mock ??= createMockServer({ origin, tools: { echo, count }, ...options } as MockServerOptions)
    const { status, headers, body: answer } = await mock.handle(new Request(origin + url, init))
    const passed = [...headers].filter(([name]) => !name.startsWith('access-control-'))
    outgoing.writeHead(status, Object.fromEntries(passed)).flushHeaders()
    if (!answer) return void outgoing.end()
    await pipeline(Readable.fromWeb(answer as NodeStream), outgoing).catch(() => {})
  })
  return { ...server, url: `${server.origin}/mcp`, requests, open: () => open }
}
