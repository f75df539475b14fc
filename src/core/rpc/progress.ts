/** Progress of a call: the token that asks for it, and the notifications that carry it (basic/utilities/progress). */
import type { JsonRpcRequest, Params } from '../../types/jsonrpc.ts'
import type { CallOptions } from '../call-options.ts'

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
