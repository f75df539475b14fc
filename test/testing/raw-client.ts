/** An MCP client of bare HTTP, for tests that look at the server and not at the SDK. */
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { Control } from '../../src/testing/control/control.ts'
import { createInProcess, type InProcess } from '../../src/testing/in-process.ts'
import { createVirtualClock, type VirtualClock } from '../../src/testing/clock/virtual-clock.ts'

export interface RawClient {
  /** Introduces itself, and remembers the session. */
  hello(version?: string, capabilities?: object): Promise<Response>
  send(message: unknown, headers?: Record<string, string>): Promise<Response>
  /** Calls a tool. */
  call(name: string, args?: object, options?: CallOptions): Promise<Response>
  listen(cursor?: string, headers?: Record<string, string>): Promise<Response>
  end(headers?: Record<string, string>): Promise<Response>
  session(): string
}

export interface CallOptions {
  id?: string | number
  signal?: AbortSignal
  progressToken?: string | number
}

export function createRawClient(fetch: InProcess['fetch'], url: string): RawClient {
  let session: Record<string, string> = {}
  let calls = 100
  return { hello, send, call, listen, end, session: () => session['mcp-session-id'] ?? '' }

  async function hello(protocolVersion = '2025-11-25', capabilities: object = {}): Promise<Response> {
    session = {}
    const params = { protocolVersion, capabilities, clientInfo: { name: 'raw', version: '1' } }
    const { body, status, headers } = await send({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    // Read to its end, or it would keep the connection.
    const text = body && (await new Response(body).text())
    const response = new Response(text, { status, headers })
    const id = headers.get('mcp-session-id')
    const [message] = text?.includes('data:') ? await messagesOf(response.clone()) : []
    const { protocolVersion: version } = (message?.result ?? {}) as { protocolVersion?: string }
    if (version) session = { 'mcp-protocol-version': version, ...(id && { 'mcp-session-id': id }) }
    return response
  }

  function send(message: unknown, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> {
    return fetch(url, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...session,
        ...headers,
      },
      body: typeof message === 'string' ? message : JSON.stringify(message),
      ...(signal && { signal }),
    })
  }

  function call(name: string, args: object = {}, options: CallOptions = {}): Promise<Response> {
    calls += 1
    const { id = calls, signal, progressToken } = options
    const meta = progressToken === undefined ? {} : { _meta: { progressToken } }
    const params = { name, arguments: args, ...meta }
    return send({ jsonrpc: '2.0', id, method: 'tools/call', params }, {}, signal)
  }

  function listen(cursor?: string, headers: Record<string, string> = {}): Promise<Response> {
    const resume = cursor === undefined ? {} : { 'last-event-id': cursor }
    return fetch(url, { headers: { accept: 'text/event-stream', ...session, ...resume, ...headers } })
  }

  function end(headers: Record<string, string> = {}): Promise<Response> {
    return fetch(url, { method: 'DELETE', headers: { ...session, ...headers } })
  }
}

export interface EventReader {
  /** The next so many events. */
  take(count: number): Promise<EventSourceMessage[]>
  /** All events until the stream ends. */
  rest(): Promise<EventSourceMessage[]>
  leave(): Promise<void>
}

export function readEvents(response: Response): EventReader {
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  let events: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => events.push(event) })
  return {
    async take(count) {
      while (events.length < count && (await readMore()));
      return events.splice(0, count)
    },
    async rest() {
      while (await readMore());
      const all = events
      events = []
      return all
    },
    leave: () => reader.cancel(),
  }

  async function readMore(): Promise<boolean> {
    const { done, value } = await reader.read()
    if (value) parser.feed(decoder.decode(value, { stream: true }))
    return !done
  }
}

export interface RawMessage {
  id?: string | number | null
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { code: number; message: string }
}

export function messagesIn(events: EventSourceMessage[]): RawMessage[] {
  return events.filter(({ data }) => data !== '').map(({ data }) => JSON.parse(data) as RawMessage)
}

export async function messagesOf(response: Response): Promise<RawMessage[]> {
  return messagesIn(await readEvents(response).rest())
}

export interface Bench {
  server: Control
  client: RawClient
  clock: VirtualClock
  fetch: InProcess['fetch']
}

/** A server of its own, on time that stands still, and a client that has not introduced itself. */
export function createBench(): Bench {
  const clock = createVirtualClock()
  const { fetch, control } = createInProcess({ clock, random: Math.random })
  return { server: control, client: createRawClient(fetch, control.url), clock, fetch }
}
