/** Prompts, and completions of arguments. */
import * as z from 'zod/mini'
import type {
  NotificationMessage,
  NotificationParams,
  RequestMessage,
  Results,
  WithOptionalParams,
} from '../types/messages.ts'
import type { PromptReference, ResourceTemplateReference } from '../types/official-names.ts'
import type {
  CompleteRequestParams as CompleteParams,
  CompletionReference,
  Prompt,
  PromptArgument,
  PromptMessage,
} from '../types/prompts.ts'
import type { GetPromptRequestParams, PaginatedRequestParams, RequestParams } from '../types/request-params.ts'
import { naming, paginated, requestMeta, result, role, type Schema, stringMap } from './common.ts'
import { contentSchemas } from './content.ts'
import { byType, object, optional, when, wire } from './define.ts'
import {
  notificationWithOptionalParams,
  paginatedRequestParams,
  request,
  requestWithOptionalParams,
} from './envelope.ts'
import { inputResponseMembers } from './input-required.ts'
import { noNotificationParams } from './notifications.ts'
import type { Revision } from './revisions.ts'

type CompleteRequestParams = CompleteParams & RequestParams

export interface PromptSchemas {
  PromptArgument: Schema<PromptArgument>
  Prompt: Schema<Prompt>
  PromptMessage: Schema<PromptMessage>
  ListPromptsRequest: Schema<WithOptionalParams<RequestMessage<'prompts/list', PaginatedRequestParams>>>
  ListPromptsResult: Schema<Results['prompts/list']>
  GetPromptRequestParams: Schema<GetPromptRequestParams>
  GetPromptRequest: Schema<RequestMessage<'prompts/get', GetPromptRequestParams>>
  GetPromptResult: Schema<Results['prompts/get']>
  PromptListChangedNotification: Schema<
    WithOptionalParams<NotificationMessage<'notifications/prompts/list_changed', NotificationParams>>
  >
  CompletionReference: Schema<CompletionReference>
  PromptReference: Schema<PromptReference>
  ResourceReference: Schema<ResourceTemplateReference>
  ResourceTemplateReference: Schema<ResourceTemplateReference>
  CompleteRequestParams: Schema<CompleteRequestParams>
  CompleteRequest: Schema<RequestMessage<'completion/complete', CompleteRequestParams>>
  CompleteResult: Schema<Results['completion/complete']>
}

export function promptSchemas(at: Revision): PromptSchemas {
  const { ContentBlock } = contentSchemas(at)
  const { name, title, description, icons, _meta } = naming(at)
  const PromptArgument = wire<PromptArgument>()(object({ name, title, description, required: optional(z.boolean()) }))
  const Prompt = wire<Prompt>()(
    object({ name, title, description, icons, _meta, arguments: optional(z.array(PromptArgument)) }),
  )
  const PromptMessage = wire<PromptMessage>()(object({ role, content: ContentBlock }))
  const GetPromptRequestParams = wire<GetPromptRequestParams>()(
    object({ _meta: requestMeta(at), name, arguments: optional(stringMap), ...inputResponseMembers(at) }),
  )
  const promptReference = object({ type: z.literal('ref/prompt'), name, title })
  const resourceReference = object({ type: z.literal('ref/resource'), uri: z.string() })
  const CompletionReference = wire<CompletionReference>()(byType(promptReference, resourceReference))
  const CompleteRequestParams = wire<CompleteRequestParams>()(
    object({
      _meta: requestMeta(at),
      ref: CompletionReference,
      argument: object({ name, value: z.string() }),
      context: when(at.titles, optional(object({ arguments: optional(stringMap) }))),
    }),
  )
  const completion = object({
    values: z.array(z.string()).check(z.maxLength(100)),
    total: optional(z.int()),
    hasMore: optional(z.boolean()),
  })
  return {
    PromptArgument,
    Prompt,
    PromptMessage,
    ListPromptsRequest: requestWithOptionalParams(at, 'prompts/list', paginatedRequestParams(at)),
    ListPromptsResult: wire<Results['prompts/list']>()(object({ ...paginated(at), prompts: z.array(Prompt) })),
    GetPromptRequestParams,
    GetPromptRequest: request('prompts/get', GetPromptRequestParams),
    GetPromptResult: wire<Results['prompts/get']>()(
      object({ ...result(at), description, messages: z.array(PromptMessage) }),
    ),
    PromptListChangedNotification: notificationWithOptionalParams(
      'notifications/prompts/list_changed',
      noNotificationParams(at),
    ),
    CompletionReference,
    PromptReference: wire<PromptReference>()(promptReference),
    ResourceReference: when(!at.titles, resourceReference),
    ResourceTemplateReference: when(at.titles, resourceReference),
    CompleteRequestParams,
    CompleteRequest: request('completion/complete', CompleteRequestParams),
    CompleteResult: wire<Results['completion/complete']>()(object({ ...result(at), completion })),
  }
}
