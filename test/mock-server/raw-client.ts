/** A Streamable HTTP client of bare requests, for tests of the server alone. */
import type { Control } from '../../playground/server/control/control.ts'
import { createInProcess, type InProcess } from '../../playground/server/control/in-process.ts'
import { type VirtualClock, virtualClock } from '../../src/testing/index.ts'
import { messagesOf } from './read-events.ts'

export interface RawClient {
  /** Sends `initialize`, and remembers the session. */
  initialize(version?: string, capabilities?: object): Promise<Response>
  post(message: unknown, headers?: Record<string, string>): Promise<Response>
  callTool(name: string, args?: object, options?: CallOptions): Promise<Response>
  get(cursor?: string, headers?: Record<string, string>): Promise<Response>
  delete(headers?: Record<string, string>): Promise<Response>
  sessionId(): string
}

export interface CallOptions {
  id?: string | number
  signal?: AbortSignal
  progressToken?: string | number
}

export function createRawClient(fetch: InProcess['fetch'], url: string): RawClient {
  let session: Record<string, string> = {}
  let calls = 100
  return {
    initialize,
    post,
    callTool,
    get,
    delete: (headers = {}) => fetch(url, { method: 'DELETE', headers: { ...session, ...headers } }),
    sessionId: () => session['mcp-session-id'] ?? '',
  }

  async function initialize(protocolVersion = '2025-11-25', capabilities: object = {}): Promise<Response> {
    session = {}
    const params = { protocolVersion, capabilities, clientInfo: { name: 'raw', version: '1' } }
    const { body, status, headers } = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    // A body that is not read to its end would keep the connection busy.
    const text = body && (await new Response(body).text())
    const response = new Response(text, { status, headers })
    const id = headers.get('mcp-session-id')
    const [message] = text?.includes('data:') ? await messagesOf(response.clone()) : []
    const { protocolVersion: version } = (message?.result ?? {}) as { protocolVersion?: string }
    if (version) session = { 'mcp-protocol-version': version, ...(id && { 'mcp-session-id': id }) }
    return response
  }

  function post(message: unknown, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> {
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

  function callTool(name: string, args: object = {}, options: CallOptions = {}): Promise<Response> {
    calls += 1
    const { id = calls, signal, progressToken } = options
    const meta = progressToken === undefined ? {} : { _meta: { progressToken } }
    const params = { name, arguments: args, ...meta }
    return post({ jsonrpc: '2.0', id, method: 'tools/call', params }, {}, signal)
  }

  function get(cursor?: string, headers: Record<string, string> = {}): Promise<Response> {
    const resume = cursor === undefined ? {} : { 'last-event-id': cursor }
    return fetch(url, { headers: { accept: 'text/event-stream', ...session, ...resume, ...headers } })
  }
}

export interface TestServer {
  server: Control
  client: RawClient
  clock: VirtualClock
  fetch: InProcess['fetch']
}

/** A server of its own on a virtual clock, and a client that is not initialized. */
export function createTestServer(): TestServer {
  const clock = virtualClock()
  const { fetch, control } = createInProcess({ clock, random: Math.random })
  return { server: control, client: createRawClient(fetch, control.url), clock, fetch }
}
