/** Requests and answers of the stateless era, and the codes and statuses they are refused with. */
import { Fault } from '../../features/request-context.ts'
import { isObject } from '../../features/json-schema.ts'

export const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'
export const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities'
export const CLIENT_INFO_KEY = 'io.modelcontextprotocol/clientInfo'
export const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo'
export const SUBSCRIPTION_KEY = 'io.modelcontextprotocol/subscriptionId'

export type Id = string | number

export interface Message {
  jsonrpc: '2.0'
  /** Absent in a notification. */
  id?: Id
  method: string
  params?: Record<string, unknown>
}

/** What a request is answered with: a JSON-RPC response and, where no stream was opened yet, an HTTP status. */
export interface Outcome {
  status: number
  response: object
}

/** Codes whose HTTP status the specification fixes; it is silent about the others. */
const STATUS: Readonly<Record<number, number>> = { [-32020]: 400, [-32021]: 400, [-32022]: 400, [-32601]: 404 }

/** The `_meta` of a request, empty if it has none. */
export function metaOf(message: { params?: unknown }): Record<string, unknown> {
  const meta = isObject(message.params) ? message.params._meta : undefined
  return isObject(meta) ? meta : {}
}

export function succeed(id: Id, result: object): Outcome {
  return { status: 200, response: { jsonrpc: '2.0', id, result } }
}

/** `status` is for the codes that have none of their own. */
export function refuse(id: unknown, reason: unknown, status = 200): Outcome {
  const fault = reason instanceof Fault ? reason : new Fault(-32603, `Internal error: ${String(reason)}`)
  const { code, message, data } = fault
  const error = { code, message, ...(data !== undefined && { data }) }
  const known = typeof id === 'string' || typeof id === 'number'
  return { status: STATUS[code] ?? status, response: { jsonrpc: '2.0', ...(known && { id }), error } }
}
