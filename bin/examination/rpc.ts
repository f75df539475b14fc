/** The JSON-RPC side of an exchange: the messages that are sent, and the answer among what came back. */
import { isObject } from '../../src/core/util/is-object.ts'
import type { Exchange } from './http.ts'

export const STATELESS = '2026-07-28'
/** Those that begin with `initialize`, newest first. */
export const HANDSHAKE = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
/** No revision: to see how a server refuses one. */
export const NO_REVISION = '1999-01-01'
/** The first revision with the header MCP-Protocol-Version. */
export const VERSION_HEADER_SINCE = '2025-06-18'

export const clientInfo = { name: 'mcp-over-fetch examination', version: '0.1.0' } as const

/** A name that no server has, for the checks of errors. */
export const UNKNOWN_NAME = 'mcp-over-fetch-examination-unknown'

let lastId = Math.floor(Math.random() * 2 ** 30)

export function nextId(): number {
  return ++lastId
}

export interface RpcRequest {
  jsonrpc: '2.0'
  id: number
  method: string
  params?: Record<string, unknown>
}

export function request(method: string, params?: Record<string, unknown>): RpcRequest {
  return { jsonrpc: '2.0', id: nextId(), method, ...(params && { params }) }
}

export function initializeRequest(protocolVersion: string): RpcRequest {
  return request('initialize', { protocolVersion, capabilities: {}, clientInfo })
}

/** A request of 2026-07-28, with the metadata that every one has. */
export function statelessRequest(
  method: string,
  params: Record<string, unknown> = {},
  version = STATELESS,
): RpcRequest {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return request(method, { ...params, _meta })
}

/** The headers that repeat what the body says. */
export function statelessHeaders({ method, params = {} }: RpcRequest, version = STATELESS): Record<string, string> {
  const name = { 'tools/call': params.name, 'prompts/get': params.name, 'resources/read': params.uri }[method]
  return {
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': name }),
  }
}

export interface RpcError {
  code: unknown
  message: string
  data?: unknown
}

export interface Answer {
  id: unknown
  result?: Record<string, unknown>
  error?: RpcError
}

/** The response to a request among the messages, or an error without an id, which belongs to the exchange. */
export function answerOf(messages: readonly Record<string, unknown>[], id: number | undefined): Answer | undefined {
  const found = messages.find(
    (message) =>
      message.method === undefined &&
      (message.id === id || message.id === String(id) || ((message.id ?? null) === null && 'error' in message)),
  )
  if (!found) return undefined
  const { result, error } = found
  return {
    id: found.id,
    ...(isObject(result) && { result }),
    ...(isObject(error) && {
      error: { code: error.code, message: String(error.message ?? ''), data: error.data },
    }),
  }
}

/** How an exchange ended, in a few words. */
export function describe(exchange: Exchange, answer?: Answer): string {
  if (exchange.failure === 'timeout') return 'no answer within the time limit'
  if (exchange.failure) return 'no answer that the page may read'
  const status = exchange.isRedirect ? 'a redirect' : `HTTP ${exchange.status}`
  if (answer?.error) return `${status}, error ${answer.error.code} "${clip(answer.error.message)}"`
  if (answer?.result) return `${status} with a result`
  if (exchange.type === 'text/event-stream') return `${status} with a stream, no answer on it`
  const text = exchange.text.trim()
  return text === '' ? `${status} without a body` : `${status}, ${exchange.type || 'no content type'}: "${clip(text)}"`
}

export function clip(text: string, length = 80): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > length ? `${line.slice(0, length)}…` : line
}
