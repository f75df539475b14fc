/** What messages are made of without being one: requests, results and `_meta` of any method, errors, JSON. */
import * as z from 'zod/mini'
import type { JSONArray, JSONObject, JSONValue } from '../types/json.ts'
import type { JsonRpcErrorObject, Params } from '../types/jsonrpc.ts'
import type { CacheableResult, NotificationParams, PaginatedResult } from '../types/messages.ts'
import type { PaginatedRequest } from '../types/official-messages.ts'
import type {
  BaseMetadata,
  Icons,
  InternalError,
  InvalidParamsError,
  InvalidRequestError,
  MetaObject,
  MethodNotFoundError,
  NotificationMetaObject,
  ParseError,
  RequestMetaObject,
  ResultMetaObject,
} from '../types/official-names.ts'
import type { RequestParams } from '../types/request-params.ts'
import { cacheable, icon, meta, requestId, requestMetaObject, resultMetaMembers, type Schema } from './common.ts'
import { object, optional, requiredOrOptional, requiredWhen, when } from './define.ts'
import { errorObject, noParams, paginatedRequestParams } from './envelope.ts'
import { noNotificationParams, notificationMetaObject } from './notifications.ts'
import type { Revision } from './revisions.ts'

interface Message {
  method: string
  params?: Params
}

interface AnyResult {
  _meta?: ResultMetaObject
  resultType?: string
}

export interface BaseSchemas {
  Request: Schema<Message>
  Notification: Schema<Message>
  Result: Schema<AnyResult>
  Error: Schema<JsonRpcErrorObject>
  RequestParams: Schema<RequestParams>
  NotificationParams: Schema<NotificationParams>
  PaginatedRequest: Schema<PaginatedRequest>
  PaginatedResult: Schema<Omit<PaginatedResult, keyof CacheableResult> & AnyResult>
  BaseMetadata: Schema<BaseMetadata>
  Icons: Schema<Icons>
}

/** Of 2026-07-28. */
export interface StatelessBaseSchemas {
  CacheableResult: Schema<CacheableResult>
  ResultType: Schema<string>
  MetaObject: Schema<MetaObject>
  RequestMetaObject: Schema<RequestMetaObject>
  NotificationMetaObject: Schema<NotificationMetaObject>
  ResultMetaObject: Schema<ResultMetaObject>
  JSONValue: Schema<JSONValue>
  JSONObject: Schema<JSONObject>
  JSONArray: Schema<JSONArray>
  ParseError: Schema<ParseError>
  InvalidRequestError: Schema<InvalidRequestError>
  MethodNotFoundError: Schema<MethodNotFoundError>
  InvalidParamsError: Schema<InvalidParamsError>
  InternalError: Schema<InternalError>
}

export function baseSchemas(at: Revision): BaseSchemas {
  const message = object({ method: z.string(), params: optional(meta) })
  const params = paginatedRequestParams(at)
  const result = {
    _meta: optional(object(resultMetaMembers(at))),
    resultType: requiredWhen(at.stateless, z.string()),
  }
  return {
    Request: message,
    Notification: message,
    Result: object(result),
    Error: errorObject,
    RequestParams: noParams(at),
    NotificationParams: noNotificationParams(at),
    PaginatedRequest: object({
      jsonrpc: z.literal('2.0'),
      id: requestId,
      method: z.string(),
      params: requiredOrOptional(at.stateless, params),
    }) as never,
    PaginatedResult: object({ ...result, nextCursor: optional(z.string()) }),
    BaseMetadata: when(at.titles, object({ name: z.string(), title: optional(z.string()) })),
    Icons: when(at.icons, object({ icons: optional(z.array(icon)) })),
  }
}

export function statelessBaseSchemas(at: Revision): Partial<StatelessBaseSchemas> {
  if (!at.stateless) return {}
  const json = z.json()
  const error = <Code extends number>(code: Code): Schema<JsonRpcErrorObject & { code: Code }> => {
    return object({ code: z.literal(code), message: z.string(), data: optional(z.unknown()) }) as never
  }
  return {
    CacheableResult: object({ ...cacheable(at), resultType: z.string() }) as never,
    ResultType: z.string(),
    MetaObject: meta,
    RequestMetaObject: requestMetaObject(at),
    NotificationMetaObject: notificationMetaObject(at),
    ResultMetaObject: object(resultMetaMembers(at)),
    JSONValue: json,
    JSONObject: z.record(z.string(), json),
    JSONArray: z.array(json),
    ParseError: error(-32700),
    InvalidRequestError: error(-32600),
    MethodNotFoundError: error(-32601),
    InvalidParamsError: error(-32602),
    InternalError: error(-32603),
  }
}
