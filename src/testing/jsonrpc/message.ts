/** JSON-RPC messages: what a body holds, and how an outcome is said. */
import { Fault } from '../features/request-context.ts'

export type RpcId = string | number

export interface RpcRequest {
  kind: 'request'
  id: RpcId
  method: string
  params: Record<string, unknown>
}

export interface RpcNotification {
  kind: 'notification'
  method: string
  params: Record<string, unknown>
}

export interface RpcResponse {
  kind: 'response'
  id: RpcId
  result?: Record<string, unknown>
  error?: { code: number; message: string; data?: unknown }
}

export type RpcMessage = RpcRequest | RpcNotification | RpcResponse

/** What kind of message this is; undefined when it is none. */
export function readMessage(value: unknown): RpcMessage | undefined {
  if (!isRecord(value) || value.jsonrpc !== '2.0') return undefined
  const { id, method, params = {}, result, error } = value
  if (typeof method === 'string' && isRecord(params)) {
    if (id === undefined) return { kind: 'notification', method, params }
    return isId(id) ? { kind: 'request', id, method, params } : undefined
  }
  if (method !== undefined || !isId(id)) return undefined
  if (isRecord(result) && error === undefined) return { kind: 'response', id, result }
  const isError = isRecord(error) && Number.isInteger(error.code) && typeof error.message === 'string'
  if (!isError || result !== undefined) return undefined
  return { kind: 'response', id, error: error as NonNullable<RpcResponse['error']> }
}

/** The name under which a body is scripted and journaled: the method, or `response`. */
export function nameOf(body: unknown): string | undefined {
  const first: unknown = Array.isArray(body) ? body[0] : body
  if (!isRecord(first)) return undefined
  if (typeof first.method === 'string') return first.method
  return 'result' in first || 'error' in first ? 'response' : undefined
}

export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function notification(method: string, params?: object): object {
  return { jsonrpc: '2.0', method, ...(params && { params }) }
}

export function answerOf(id: RpcId, result: object): object {
  return { jsonrpc: '2.0', id, result }
}

export function errorOf(id: RpcId | null, reason: unknown): object {
  return { jsonrpc: '2.0', id, error: describe(reason) }
}

function describe(reason: unknown): object {
  if (!(reason instanceof Fault))
    return { code: -32603, message: reason instanceof Error ? reason.message : `${reason}` }
  return { code: reason.code, message: reason.message, ...(reason.data !== undefined && { data: reason.data }) }
}

function isId(id: unknown): id is RpcId {
  return typeof id === 'string' || Number.isInteger(id)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
