/** Results that ask for input, and requests that bring it (2026-07-28, basic/patterns/mrtr). */
import * as z from 'zod/mini'
import type { InputRequest, InputRequests, InputResponses } from '../types/input-required.ts'
import type { InputRequiredResult } from '../types/messages.ts'
import { clientFeatureSchemas } from './client-features.ts'
import { meta, type Schema } from './common.ts'
import { object, oneOf, optional, perRevision, when, wire } from './define.ts'
import { elicitationSchemas } from './elicitation.ts'
import type { Revision } from './revisions.ts'

export interface InputRequiredSchemas {
  InputRequests: Schema<InputRequests>
  InputResponses: Schema<InputResponses>
  InputRequiredResult: Schema<InputRequiredResult>
}

type Optional<T> = z.ZodMiniExactOptional<Schema<T>>

export const inputRequests: (at: Revision) => Schema<InputRequests> = perRevision((at) => {
  const { ListRootsRequest, CreateMessageRequest } = clientFeatureSchemas(at)
  const { ElicitRequest } = elicitationSchemas(at)
  const request = oneOf(ElicitRequest, CreateMessageRequest, ListRootsRequest)
  return z.record(z.string(), request as unknown as Schema<InputRequest>)
})

export const inputResponses: (at: Revision) => Schema<InputResponses> = perRevision((at) => {
  const { ListRootsResult, CreateMessageResult } = clientFeatureSchemas(at)
  const { ElicitResult } = elicitationSchemas(at)
  return z.record(z.string(), oneOf(ElicitResult, CreateMessageResult, ListRootsResult))
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
  return {
    InputRequests: when(at.stateless, InputRequests),
    InputResponses: when(at.stateless, inputResponses(at)),
    InputRequiredResult: when(at.stateless, InputRequiredResult),
  }
}
