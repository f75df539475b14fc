/** JSON-RPC messages: read from a request body, and built from a result or an error. */
import type { JsonRpcErrorObject, RequestId } from '../../types/jsonrpc.ts'
import { isObject } from '../util/is-object.ts'
import { INTERNAL_ERROR } from './error-codes.ts'
import { ProtocolError } from './protocol-error.ts'

export interface RpcRequest {
  kind: 'request'
  id: RequestId
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
  id: RequestId
  result?: Record<string, unknown>
  error?: JsonRpcErrorObject
}

export type RpcMessage = RpcRequest | RpcNotification | RpcResponse

/** The message with its kind; undefined for a value that is not a JSON-RPC message. */
export function readMessage(value: unknown): RpcMessage | undefined {
  if (!isObject(value) || value.jsonrpc !== '2.0') return undefined
  const { id, method, params = {}, result, error } = value
  if (typeof method === 'string' && isObject(params)) {
    if (id === undefined) return { kind: 'notification', method, params }
    return isId(id) ? { kind: 'request', id, method, params } : undefined
  }
  if (method !== undefined || !isId(id)) return undefined
  if (isObject(result) && error === undefined) return { kind: 'response', id, result }
  if (!isErrorObject(error) || result !== undefined) return undefined
  return { kind: 'response', id, error }
}

/** The name that rules match and the journal shows: the method, or `response`. Of a batch, that of its first message. */
export function messageName(body: unknown): string | undefined {
  const first: unknown = Array.isArray(body) ? body[0] : body
  if (!isObject(first)) return undefined
  if (typeof first.method === 'string') return first.method
  return 'result' in first || 'error' in first ? 'response' : undefined
}

/** The parsed body, or its text if it is not JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function notificationMessage(method: string, params?: object): object {
  return { jsonrpc: '2.0', method, ...(params && { params }) }
}

export function requestMessage(id: RequestId, method: string, params?: object): object {
  return { jsonrpc: '2.0', id, method, ...(params && { params }) }
}

export function resultMessage(id: RequestId, result: object): object {
  return { jsonrpc: '2.0', id, result }
}

/** Without an id where there is no request that it could answer: no schema of MCP allows null. */
export function errorMessage(id: RequestId | undefined, reason: unknown): object {
  return { jsonrpc: '2.0', id, error: errorObject(reason) }
}

function errorObject(reason: unknown): object {
  if (!(reason instanceof ProtocolError))
    return { code: INTERNAL_ERROR, message: reason instanceof Error ? reason.message : `${reason}` }
  return { code: reason.code, message: reason.message, ...(reason.data !== undefined && { data: reason.data }) }
}

function isId(id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isInteger(id)
}

function isErrorObject(value: unknown): value is JsonRpcErrorObject {
  return isObject(value) && Number.isInteger(value.code) && typeof value.message === 'string'
}
