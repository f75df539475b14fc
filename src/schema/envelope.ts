/** The JSON-RPC envelope, and requests and notifications of one method in it. */
import * as z from 'zod/mini'
import type {
  JsonRpcError,
  JsonRpcErrorObject,
  JsonRpcMessage,
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcResult,
  RequestId,
} from '../types/jsonrpc.ts'
import type { NotificationMessage, RequestMessage, WithOptionalParams } from '../types/messages.ts'
import type { PaginatedRequestParams, RequestParams } from '../types/request-params.ts'
import { meta, requestId, requestMeta, type Schema } from './common.ts'
import { object, oneOf, optional, requiredOrOptional, when, wire } from './define.ts'
import type { Revision } from './revisions.ts'

export interface EnvelopeSchemas {
  JSONRPCRequest: Schema<JsonRpcRequest>
  JSONRPCNotification: Schema<JsonRpcNotification>
  JSONRPCResultResponse: Schema<JsonRpcResult>
  JSONRPCErrorResponse: Schema<JsonRpcError>
  JSONRPCBatchRequest: Schema<(JsonRpcRequest | JsonRpcNotification)[]>
  JSONRPCBatchResponse: Schema<(JsonRpcResult | JsonRpcError)[]>
  JSONRPCMessage: Schema<JsonRpcMessage>
  RequestId: Schema<RequestId>
  ProgressToken: Schema<RequestId>
  Cursor: Schema<string>
}

const jsonrpc = z.literal('2.0')

const errorMembers = { code: z.int(), message: z.string() }

export const errorObject: Schema<JsonRpcErrorObject> = wire<JsonRpcErrorObject>()(
  object({ ...errorMembers, data: optional(z.unknown()) }),
)

/** From 2026-07-28 on a result says what it is. */
const typedResult = object({ resultType: z.string() }) as unknown as Schema<Record<string, unknown>>

/** An object without these members, since they would make it another kind of message. */
function without<T>(schema: Schema<T>, ...names: string[]): Schema<T> {
  return schema.check(z.refine((value) => !names.some((name) => name in (value as object))))
}

export function envelopeSchemas(at: Revision): EnvelopeSchemas {
  const params = optional(meta)
  const JSONRPCRequest = wire<JsonRpcRequest>()(object({ jsonrpc, id: requestId, method: z.string(), params }))
  const JSONRPCNotification = without(
    wire<JsonRpcNotification>()(object({ jsonrpc, method: z.string(), params })),
    'id',
  )
  const JSONRPCResultResponse = without(
    wire<JsonRpcResult>()(object({ jsonrpc, id: requestId, result: at.stateless ? typedResult : meta })),
    'error',
    'method',
  )
  // The wire type also allows null, which servers send although no revision has it.
  const error: Schema<JsonRpcError> = object({
    jsonrpc,
    id: requiredOrOptional(!at.icons, requestId),
    error: errorObject,
  })
  const JSONRPCErrorResponse = without(error, 'result', 'method')
  const single = [JSONRPCRequest, JSONRPCNotification, JSONRPCResultResponse, JSONRPCErrorResponse] as const
  const requests = z.array(oneOf(JSONRPCRequest, JSONRPCNotification))
  const responses = z.array(oneOf(JSONRPCResultResponse, JSONRPCErrorResponse))
  return {
    JSONRPCRequest,
    JSONRPCNotification,
    JSONRPCResultResponse,
    JSONRPCErrorResponse,
    JSONRPCBatchRequest: when(at.batches, requests),
    JSONRPCBatchResponse: when(at.batches, responses),
    // The type of the batches is added where the schemas of all revisions are.
    JSONRPCMessage: oneOf(...single, ...(at.batches ? [requests, responses] : [])) as never,
    RequestId: requestId,
    ProgressToken: requestId,
    Cursor: z.string(),
  }
}

/** The error response with this code, and with such data. */
export function errorResponse<Code extends number, D extends z.core.SomeType>(
  code: Code,
  data: D,
): Schema<JsonRpcError & { error: { code: Code; data: z.output<D> } }> {
  const error = object({ ...errorMembers, code: z.literal(code), data })
  return object({ jsonrpc, id: optional(requestId), error }) as never
}

export function request<Method extends string, Params>(
  method: Method,
  params: Schema<Params>,
): Schema<RequestMessage<Method, Params>> {
  return object({ jsonrpc, id: requestId, method: z.literal(method), params }) as never
}

/** A request whose params are required only where they carry the `_meta` that every request needs. */
export function requestWithOptionalParams<Method extends string, Params extends RequestParams>(
  at: Revision,
  method: Method,
  params: Schema<Params>,
): Schema<WithOptionalParams<RequestMessage<Method, Params>>> {
  const members = { jsonrpc, id: requestId, method: z.literal(method) }
  return object({ ...members, params: requiredOrOptional(at.stateless, params) }) as never
}

/** The params of a list. */
export function paginatedRequestParams(at: Revision): Schema<PaginatedRequestParams> {
  return wire<PaginatedRequestParams>()(object({ _meta: requestMeta(at), cursor: optional(z.string()) }))
}

/** The params of a request that has none of its own. */
export function noParams(at: Revision): Schema<RequestParams> {
  return wire<RequestParams>()(object({ _meta: requestMeta(at) }))
}

export function notification<Method extends string, Params>(
  method: Method,
  params: Schema<Params>,
): Schema<NotificationMessage<Method, Params>> {
  return without(object({ jsonrpc, method: z.literal(method), params }), 'id') as never
}

export function notificationWithOptionalParams<Method extends string, Params>(
  method: Method,
  params: Schema<Params>,
): Schema<WithOptionalParams<NotificationMessage<Method, Params>>> {
  return without(object({ jsonrpc, method: z.literal(method), params: optional(params) }), 'id') as never
}
