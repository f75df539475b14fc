/** Results that ask for input, and requests that bring it (2026-07-28, basic/patterns/mrtr). */
import * as z from 'zod/mini'
import type { InputRequest, InputRequests, InputResponses } from '../types/input-required.ts'
import type { InputRequiredResult } from '../types/messages.ts'
import type { InputResponse } from '../types/official-messages.ts'
import type { InputResponseRequestParams } from '../types/request-params.ts'
import { clientFeatureSchemas } from './client-features.ts'
import { meta, requestMeta, type Schema } from './common.ts'
import { object, oneOf, optional, perRevision, when, wire } from './define.ts'
import { elicitationSchemas } from './elicitation.ts'
import type { Revision } from './revisions.ts'

export interface InputRequiredSchemas {
  InputRequest: Schema<InputRequest>
  InputResponse: Schema<InputResponse>
  InputResponseRequestParams: Schema<InputResponseRequestParams>
  InputRequests: Schema<InputRequests>
  InputResponses: Schema<InputResponses>
  InputRequiredResult: Schema<InputRequiredResult>
}

type Optional<T> = z.ZodMiniExactOptional<Schema<T>>

const inputRequest: (at: Revision) => Schema<InputRequest> = perRevision((at) => {
  const { ListRootsRequest, CreateMessageRequest } = clientFeatureSchemas(at)
  const { ElicitRequest } = elicitationSchemas(at)
  return oneOf(ElicitRequest, CreateMessageRequest, ListRootsRequest) as unknown as Schema<InputRequest>
})

export const inputRequests: (at: Revision) => Schema<InputRequests> = perRevision((at) => {
  return z.record(z.string(), inputRequest(at))
})

const inputResponse: (at: Revision) => Schema<InputResponse> = perRevision((at) => {
  const { ListRootsResult, CreateMessageResult } = clientFeatureSchemas(at)
  const { ElicitResult } = elicitationSchemas(at)
  return oneOf(ElicitResult, CreateMessageResult, ListRootsResult)
})

export const inputResponses: (at: Revision) => Schema<InputResponses> = perRevision((at) => {
  return z.record(z.string(), inputResponse(at))
})

/** The members of params that answer an earlier result. */
export function inputResponseMembers(at: Revision): {
  inputResponses: Optional<InputResponses>
  requestState: Optional<string>
} {
  return {
    inputResponses: when(at.stateless, optional(inputResponses(at))),
    requestState: when(at.stateless, optional(z.string())),
  }
}

export function inputRequiredSchemas(at: Revision): InputRequiredSchemas {
  const InputRequests = inputRequests(at)
  const InputRequiredResult = wire<InputRequiredResult>()(
    object({
      resultType: z.literal('input_required'),
      inputRequests: optional(InputRequests),
      requestState: optional(z.string()),
      _meta: optional(meta),
    }),
  ).check(z.refine((result) => 'inputRequests' in result || 'requestState' in result))
  const params = wire<InputResponseRequestParams>()(object({ _meta: requestMeta(at), ...inputResponseMembers(at) }))
  return {
    InputRequest: when(at.stateless, inputRequest(at)),
    InputResponse: when(at.stateless, inputResponse(at)),
    InputResponseRequestParams: when(at.stateless, params),
    InputRequests: when(at.stateless, InputRequests),
    InputResponses: when(at.stateless, inputResponses(at)),
    InputRequiredResult: when(at.stateless, InputRequiredResult),
  }
}
