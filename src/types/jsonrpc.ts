/** JSON-RPC 2.0 messages, as MCP uses them. */

export type RequestId = string | number

export type Params = Record<string, unknown>

export interface JsonRpcRequest {
  jsonrpc: '2.0'
  id: RequestId
  method: string
  params?: Params
}

export interface JsonRpcNotification {
  jsonrpc: '2.0'
  method: string
  params?: Params
}

export interface JsonRpcResult {
  jsonrpc: '2.0'
  id: RequestId
  result: Record<string, unknown>
}

export interface JsonRpcErrorObject {
  code: number
  message: string
  data?: unknown
}

export interface JsonRpcError {
  jsonrpc: '2.0'
  /** Absent or null if the server could not read the id of the request that it refuses. */
  id?: RequestId | null
  error: JsonRpcErrorObject
}

export type JsonRpcResponse = JsonRpcResult | JsonRpcError

export type JsonRpcMessage = JsonRpcRequest | JsonRpcNotification | JsonRpcResponse
