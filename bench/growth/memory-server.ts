/** A server of 2026-07-28 as a `fetch` in memory, so that the growth of a client is measured and not that of sockets. */

export type MemoryFetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>

export interface MemoryServer {
  fetch: MemoryFetch
  /** Calls of the tool `hold` that wait. */
  held(): number
  release(): void
}

interface Message {
  id: unknown
  method: string
  params: { name?: string; arguments?: { count?: number }; _meta?: { progressToken?: unknown } }
}

const complete = { resultType: 'complete' }
const list = { ...complete, ttlMs: 0, cacheScope: 'private' }
const chunkBytes = 65_536
const eventsPerChunk = 200
const encoder = new TextEncoder()
const line = 'A line of "ordinary" text with quotes, a tab\tand a newline at its end.\n'
const inputSchema = { type: 'object', properties: { text: { type: 'string', description: 'Any text.' } } }

/** `tools` is the number of tools in the list. */
export function createMemoryServer(tools: number): MemoryServer {
  const definitions = Array.from({ length: tools }, (_, index) => {
    return { name: `tool_${index}`, description: `Does the work of number ${index}.`, inputSchema }
  })
  const waiting: (() => void)[] = []
  return { fetch, held: () => waiting.length, release }

  function release(): void {
    for (const answer of waiting.splice(0)) answer()
  }

  async function fetch(_url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const { id, method, params } = JSON.parse(init.body as string) as Message
    if (method === 'server/discover') {
      return asJson(id, { ...list, supportedVersions: ['2026-07-28'], capabilities: { tools: {} } })
    }
    if (method === 'tools/list') return asJson(id, { ...list, tools: definitions })
    if (params.name === 'hold') await new Promise<void>((resolve) => waiting.push(resolve))
    const count = params.arguments?.count ?? 0
    if (params.name === 'progress')
      return asStream('text/event-stream', progress(id, params._meta?.progressToken, count))
    const text = params.name?.startsWith('big') ? line.repeat(Math.ceil(count / line.length)).slice(0, count) : 'done'
    const body = answer(id, { ...complete, content: [{ type: 'text', text }] })
    if (params.name === 'big-sse') return asStream('text/event-stream', pieces(`event: message\ndata: ${body}\n\n`))
    if (params.name === 'big-json') return asStream('application/json', pieces(body))
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  }
}

function answer(id: unknown, result: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result })
}

function asJson(id: unknown, result: object): Response {
  return new Response(answer(id, result), { headers: { 'content-type': 'application/json' } })
}

function asStream(type: string, chunks: Iterator<Uint8Array<ArrayBuffer>>): Response {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const { done, value } = chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  return new Response(body, { headers: { 'content-type': type } })
}

function* pieces(text: string): Generator<Uint8Array<ArrayBuffer>> {
  const bytes = encoder.encode(text)
  for (let from = 0; from < bytes.length; from += chunkBytes) yield bytes.slice(from, from + chunkBytes)
}

function* progress(id: unknown, token: unknown, count: number): Generator<Uint8Array<ArrayBuffer>> {
  const start = `event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":`
  for (let from = 1; from <= count; from += eventsPerChunk) {
    let text = ''
    for (let step = from; step < Math.min(from + eventsPerChunk, count + 1); step++) {
      text += `${start}{"progressToken":${JSON.stringify(token)},"progress":${step},"message":"step ${step}"}}\n\n`
    }
    yield encoder.encode(text)
  }
  yield encoder.encode(`event: message\ndata: ${answer(id, { ...complete, content: [] })}\n\n`)
}
