/** Requests of servers to clients: messages of their own until 2025-11-25, then a part of `input_required` results. */
import * as z from 'zod/mini'
import type { ServerRequestMessage } from '../types/messages.ts'
import { meta, requestId, type Schema } from './common.ts'
import { object, optional, requiredWhen } from './define.ts'
import type { Revision } from './revisions.ts'

/** `_meta` of such a request. */
export const serverRequestMeta: z.ZodMiniExactOptional<Schema<Record<string, unknown>>> = optional(
  object({ progressToken: optional(requestId) }),
)

/** `_meta` of the client's result. */
export const clientResultMeta: z.ZodMiniExactOptional<Schema<Record<string, unknown>>> = optional(meta)

export function serverRequest<Method extends string, Params>(
  at: Revision,
  method: Method,
  params: Schema<Params>,
): Schema<ServerRequestMessage<Method, Params>> {
  return object({ ...envelope(at), method: z.literal(method), params }) as never
}

export function serverRequestWithOptionalParams<Method extends string, Params>(
  at: Revision,
  method: Method,
  params: Schema<Params>,
): Schema<ServerRequestMessage<Method, Params | undefined>> {
  return object({ ...envelope(at), method: z.literal(method), params: optional(params) }) as never
}

function envelope(at: Revision) {
  return { jsonrpc: requiredWhen(at.handshake, z.literal('2.0')), id: requiredWhen(at.handshake, requestId) }
}
