/** The baseline: only the HTTP requests and parsing that every client needs, with the headers and members that each revision demands. */

import { readAnswer } from './bare-stream.ts'
import type { BenchClient } from './bench-client.ts'

export interface Message {
  id?: number
  method?: string
  params?: { progressToken?: unknown }
  result?: { tools?: object[]; content?: { text?: string }[] }
}

export type OnMessage = (message: Message) => void

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

const clientInfo = { name: 'bare', version: '1.0.0' }
const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': clientInfo,
}

interface Params {
  name?: string
  _meta?: object
  [member: string]: unknown
}

/** What a revision adds to every message, and how its conversation starts. */
interface Protocol {
  start(): Promise<unknown>
  headers(method: string, params: Params): Record<string, string>
  params(params: Params): object
}

export interface BareClient extends BenchClient {
  list(): Promise<number>
  /** `count` is an argument of the tool. */
  countProgress(count: number): Promise<number>
}

export async function open(url: string, fetch: Fetch = globalThis.fetch): Promise<BareClient> {
  const common: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  let lastId = 0

  const legacy: Protocol = {
    async start() {
      await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
      await send({ jsonrpc: '2.0', method: 'notifications/initialized' }, common).then((response) => response.text())
    },
    headers: () => common,
    params: (params) => params,
  }
  const modern: Protocol = {
    start: () => request('server/discover', {}),
    headers: (method, { name }) => ({
      ...common,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name && { 'mcp-name': name }),
    }),
    params: (params) => ({ ...params, _meta: { ...params._meta, ...modernMeta } }),
  }
  const protocol = new URL(url).pathname.startsWith('/2026') ? modern : legacy

  await protocol.start()
  await list()

  return {
    list,
    async call(name, args) {
      const { result } = await request('tools/call', { name, arguments: args })
      return result?.content?.[0]?.text ?? ''
    },
    countProgress,
    progress: () => countProgress(0),
    async close() {
      if (protocol === legacy) await fetch(url, { method: 'DELETE', headers: common })
    },
  }

  async function list(): Promise<number> {
    return (await request('tools/list', {})).result?.tools?.length ?? 0
  }

  async function countProgress(count: number): Promise<number> {
    let seen = 0
    const progressToken = lastId + 1
    const params = { name: 'progress', arguments: { count }, _meta: { progressToken } }
    await request('tools/call', params, ({ method, params }) => {
      if (method === 'notifications/progress' && params?.progressToken === progressToken) seen++
    })
    return seen
  }

  async function request(method: string, params: Params, onMessage?: OnMessage): Promise<Message> {
    const id = ++lastId
    const message = { jsonrpc: '2.0', id, method, params: protocol.params(params) }
    const response = await send(message, protocol.headers(method, params))
    if (method === 'initialize') {
      const session = response.headers.get('mcp-session-id')
      Object.assign(common, session && { 'mcp-session-id': session }, { 'mcp-protocol-version': '2025-11-25' })
    }
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    const answer: Message = isStream ? await readAnswer(response, id, onMessage) : JSON.parse(await response.text())
    if (answer?.id !== id) throw new Error(`Expected the answer to ${method} ${id}`)
    return answer
  }

  async function send(message: object, headers: Record<string, string>): Promise<Response> {
    // With a signal, so that a call can be aborted, and without following redirects, which would send headers elsewhere.
    const { signal } = new AbortController()
    const body = JSON.stringify(message)
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
    if (!response.ok) throw new Error(`Expected success, got ${response.status}: ${await response.text()}`)
    return response
  }
}
