/** JSON-RPC 2.0 messages, as MCP uses them. */

/** Identifies a request; its response has the same. */
export type RequestId = string | number

/** The parameters of a request or notification. */
export type Params = Record<string, unknown>

/** A message that expects a response. */
export interface JsonRpcRequest {
  /** The version of JSON-RPC. */
  jsonrpc: '2.0'
  /** Identifies the request. */
  id: RequestId
  /** The method to run. */
  method: string
  /** The parameters of the method. */
  params?: Params
}

/** A message that expects no response. */
export interface JsonRpcNotification {
  /** The version of JSON-RPC. */
  jsonrpc: '2.0'
  /** The method of the notification. */
  method: string
  /** The parameters of the method. */
  params?: Params
}

/** The response to a request that succeeded. */
export interface JsonRpcResult {
  /** The version of JSON-RPC. */
  jsonrpc: '2.0'
  /** The id of the request. */
  id: RequestId
  /** The result of the method. */
  result: Record<string, unknown>
}

/** Why a request failed. */
export interface JsonRpcErrorObject {
  /** A code of JSON-RPC, of MCP or of the server. */
  code: number
  /** The reason in words. */
  message: string
  /** Details, in a format of the server. */
  data?: unknown
}

/** The response to a request that failed. */
export interface JsonRpcError {
  /** The version of JSON-RPC. */
  jsonrpc: '2.0'
  /** Absent or null if the server could not read the id of the request that it refuses. */
  id?: RequestId | null
  /** Why it failed. */
  error: JsonRpcErrorObject
}

/** The response to a request. */
export type JsonRpcResponse = JsonRpcResult | JsonRpcError

/** Any message. */
export type JsonRpcMessage = JsonRpcRequest | JsonRpcNotification | JsonRpcResponse
