/** Text to JSON-RPC messages. The envelope is checked by hand: schemas would cost more than all the rest. */
import type { JsonRpcMessage, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '../types/jsonrpc.ts'

/** The messages of one body or event (2025-03-26 allows several), with what is none of them apart. */
export interface Parsed {
  messages: JsonRpcMessage[]
  /** What came instead of a message, each with the reason. */
  rejected: { reason: string; value: unknown }[]
}

export function parseMessages(text: string): Parsed {
  const parsed: Parsed = { messages: [], rejected: [] }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    parsed.rejected.push({ reason: 'not JSON', value: text.slice(0, 300) })
    return parsed
  }
  for (const value of Array.isArray(json) ? json : [json]) {
    if (isMessage(value)) parsed.messages.push(value)
    else parsed.rejected.push({ reason: 'not a JSON-RPC 2.0 message', value })
  }
  return parsed
}

function isMessage(value: unknown): value is JsonRpcMessage {
  if (typeof value !== 'object' || value === null) return false
  const { jsonrpc, id, method, params, result, error } = value as Record<string, unknown>
  if (jsonrpc !== '2.0') return false
  if (method !== undefined) return typeof method === 'string' && isOptional(params) && (id === undefined || isId(id))
  if (result !== undefined) return isObject(result) && error === undefined && isId(id)
  if (!isObject(error) || (id !== undefined && id !== null && !isId(id))) return false
  return Number.isInteger(error.code) && typeof error.message === 'string'
}

const isId = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

const isOptional = (value: unknown): boolean => value === undefined || value === null || isObject(value)

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isRequest(message: JsonRpcMessage): message is JsonRpcRequest {
  return 'method' in message && 'id' in message
}

export function isNotification(message: JsonRpcMessage): message is JsonRpcNotification {
  return 'method' in message && !('id' in message)
}

/**
 * Whether this is the answer to the request, on its own HTTP exchange: an error without an id can mean no other,
 * and some servers return a number as text.
 */
export function isAnswer(message: JsonRpcMessage, { id }: JsonRpcRequest): message is JsonRpcResponse {
  if ('method' in message) return false
  return message.id === undefined || message.id === null || String(message.id) === String(id)
}
