/** Parses text into JSON-RPC messages. The envelope is checked by hand, since a schema costs more time. */
import type { JsonRpcMessage, JsonRpcRequest, JsonRpcResponse, RequestId } from '../../types/jsonrpc.ts'
import { isObject } from '../util/is-object.ts'

/**
 * The messages of one body or event; 2025-03-26 allows several. `reject` is called once, with the first invalid one, except
 * for responses: these have a member `invalid` instead of a result, since they answer their request all the same. They are
 * added to `messages`.
 */
export function parseMessages(
  text: string,
  reject: (reason: string, value: unknown) => void,
  messages: JsonRpcMessage[] = [],
): JsonRpcMessage[] {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    reject('not JSON', text.slice(0, 300))
    return messages
  }
  // No list for the one message that most texts are: there may be a hundred thousand.
  if (!Array.isArray(json) && isMessage(json)) messages.push(json)
  else {
    // One report for all: a body may consist of millions of numbers.
    let wasRejected = false
    for (const value of [json].flat() as unknown[]) {
      const { id, method } = (value ?? {}) as Record<string, unknown>
      if (isMessage(value)) messages.push(value)
      else if (isId(id) && method === undefined)
        messages.push({ jsonrpc: '2.0', id, invalid: value } as unknown as JsonRpcMessage)
      else {
        if (!wasRejected) reject('not a JSON-RPC 2.0 message', value)
        wasRejected = true
      }
    }
  }
  return messages
}

function isMessage(value: unknown): value is JsonRpcMessage {
  if (!isObject(value) || value.jsonrpc !== '2.0') return false
  // Some servers write null for members that are absent.
  if (value.error === null) delete value.error
  if (value.method === null) delete value.method
  const { id, method, params, result, error } = value
  if (id !== undefined && id !== null && !isId(id)) return false
  if (method !== undefined) {
    // Some servers write null for the id that a notification does not have.
    if (id === null) delete value.id
    return typeof method === 'string' && (params == null || isObject(params))
  }
  if (error === undefined) return isId(id) && isObject(result)
  return result == null && isObject(error) && Number.isInteger(error.code) && typeof error.message === 'string'
}

export function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || typeof value === 'number'
}

/**
 * Whether the message is the answer to the request, on the HTTP exchange of that request: an error without an id can
 * mean no other request, and some servers return a numeric id as text, which `strict` refuses.
 */
export function isAnswer(
  message: JsonRpcMessage,
  { id }: JsonRpcRequest,
  { strict }: { strict: boolean },
): message is JsonRpcResponse {
  if ('method' in message) return false
  const answered = message.id ?? id
  return strict ? answered === id : `${answered}` === `${id}`
}
