/** The baseline: only the HTTP requests and parsing that every client needs. */
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { BenchClient } from './bench-client.ts'

interface Message {
  id?: number
  method?: string
  params?: { progressToken?: unknown }
  result?: { protocolVersion?: string; content?: { text?: string }[] }
}

type OnMessage = (message: Message) => void

const protocolVersion = '2025-11-25'

export async function open(url: string): Promise<BenchClient> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const clientInfo = { name: 'bare', version: '1.0.0' }
  let lastId = 0

  await request('initialize', { protocolVersion, capabilities: {}, clientInfo })
  await send({ jsonrpc: '2.0', method: 'notifications/initialized' }).then((response) => response.text())
  await request('tools/list', {})

  return {
    async call(name, args) {
      const { result } = await request('tools/call', { name, arguments: args })
      return result?.content?.[0]?.text ?? ''
    },
    async progress() {
      let seen = 0
      const progressToken = lastId + 1
      await request(
        'tools/call',
        { name: 'progress', arguments: {}, _meta: { progressToken } },
        ({ method, params }) => {
          if (method === 'notifications/progress' && params?.progressToken === progressToken) seen++
        },
      )
      return seen
    },
    async close() {
      await fetch(url, { method: 'DELETE', headers })
    },
  }

  async function request(method: string, params: object, onMessage?: OnMessage): Promise<Message> {
    const id = ++lastId
    const response = await send({ jsonrpc: '2.0', id, method, params })
    const session = response.headers.get('mcp-session-id')
    if (session) Object.assign(headers, { 'mcp-session-id': session, 'mcp-protocol-version': protocolVersion })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    const answer = isStream ? await readAnswer(response, id, onMessage) : JSON.parse(await response.text())
    if (answer?.id !== id) throw new Error(`Expected the answer to ${method} ${id}`)
    return answer
  }

  async function send(message: object): Promise<Response> {
    // With a signal, since every client passes one.
    const { signal } = new AbortController()
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(message), signal })
    if (!response.ok) throw new Error(`Expected success, got ${response.status}: ${await response.text()}`)
    return response
  }
}

async function readAnswer(response: Response, id: number, onMessage?: OnMessage): Promise<Message | undefined> {
  let answer: Message | undefined
  const parser = createParser({
    onEvent({ data }: EventSourceMessage) {
      const message: Message = JSON.parse(data)
      if (message.id === id) answer = message
      else onMessage?.(message)
    },
  })
  const decoder = new TextDecoder()
  const reader = response.body!.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parser.feed(decoder.decode(read.value, { stream: true }))
  }
  return answer
}
