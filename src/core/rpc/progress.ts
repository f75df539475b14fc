/** Progress of a call: the token that asks for it, and the notifications that carry it (basic/utilities/progress). */
import type { JsonRpcRequest, Params } from '../../types/jsonrpc.ts'
import type { CallOptions } from '../call-options.ts'
import { isId } from '../validation/json-rpc.ts'

/** Params with the `_meta` of the options. The progress token is the id of the request. */
export function withMeta(
  params: Params | undefined,
  id: JsonRpcRequest['id'],
  { meta, onProgress }: CallOptions,
): Params | undefined {
  if (!meta && !onProgress) return params
  const paramsMeta = params?._meta as object | undefined
  return { ...params, _meta: { ...paramsMeta, ...meta, ...(onProgress && { progressToken: id }) } }
}

/** Whether the progress belongs to this request. Some servers return a numeric token as text. */
export function isProgressOf({ progressToken }: Params, request: JsonRpcRequest | undefined): boolean {
  return isId(progressToken) && `${progressToken}` === `${request?.id}`
}
