/** Requests and answers of the stateless era, and the HTTP statuses of its errors. */
import type { RequestId } from '../../../types/jsonrpc.ts'
import {
  HEADER_MISMATCH,
  INTERNAL_ERROR,
  METHOD_NOT_FOUND,
  MISSING_CLIENT_CAPABILITY,
  UNSUPPORTED_PROTOCOL_VERSION,
} from '../../jsonrpc/error-codes.ts'
import { ProtocolError } from '../../jsonrpc/protocol-error.ts'
import { isObject } from '../../util/is-object.ts'

export const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'
export const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities'
export const CLIENT_INFO_KEY = 'io.modelcontextprotocol/clientInfo'
export const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo'
export const SUBSCRIPTION_KEY = 'io.modelcontextprotocol/subscriptionId'

export interface Message {
  jsonrpc: '2.0'
  /** Absent in a notification. */
  id?: RequestId
  method: string
  params?: Record<string, unknown>
}

/** A JSON-RPC response, and the HTTP status that it gets where no stream was opened yet. */
export interface Outcome {
  status: number
  response: object
}

/** Codes whose HTTP status the specification fixes. */
const HTTP_STATUS: Readonly<Record<number, number>> = {
  [HEADER_MISMATCH]: 400,
  [MISSING_CLIENT_CAPABILITY]: 400,
  [UNSUPPORTED_PROTOCOL_VERSION]: 400,
  [METHOD_NOT_FOUND]: 404,
}

/** The `_meta` of a request, empty if it has none. */
export function metaOf(message: { params?: unknown }): Record<string, unknown> {
  const meta = isObject(message.params) ? message.params._meta : undefined
  return isObject(meta) ? meta : {}
}

export function success(id: RequestId, result: object): Outcome {
  return { status: 200, response: { jsonrpc: '2.0', id, result } }
}

/** `status` is for codes whose status the specification leaves open. */
export function failure(id: unknown, reason: unknown, status = 200): Outcome {
  const protocolError =
    reason instanceof ProtocolError ? reason : new ProtocolError(INTERNAL_ERROR, `Internal error: ${String(reason)}`)
  const { code, message, data } = protocolError
  const error = { code, message, ...(data !== undefined && { data }) }
  const hasId = typeof id === 'string' || typeof id === 'number'
  return { status: HTTP_STATUS[code] ?? status, response: { jsonrpc: '2.0', ...(hasId && { id }), error } }
}
