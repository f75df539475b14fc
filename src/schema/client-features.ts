/** Sampling and roots: what servers ask of clients. Elicitation has a file of its own. */
import * as z from 'zod/mini'
import type {
  CreateMessageResult,
  ModelHint,
  ModelPreferences,
  Root,
  SamplingMessage,
  ToolChoice,
} from '../types/client-features.ts'
import type {
  NotificationMessage,
  NotificationParams,
  Results,
  ServerRequestMessage,
  ServerRequestParams,
  WithOptionalParams,
} from '../types/messages.ts'
import type { RequestParams } from '../types/request-params.ts'
import { meta, priority, role, type Schema, taskAugmentation } from './common.ts'
import { contentSchemas } from './content.ts'
import { object, oneOf, optional, perRevision, when, wire } from './define.ts'
import { notificationWithOptionalParams } from './envelope.ts'
import { noNotificationParams } from './notifications.ts'
import type { Revision } from './revisions.ts'
import {
  clientResultMeta,
  serverRequest,
  serverRequestMeta,
  serverRequestWithOptionalParams,
} from './server-request.ts'
import { toolSchema } from './tool-definition.ts'

type CreateMessageRequestParams = ServerRequestParams['sampling/createMessage']

export interface ClientFeatureSchemas {
  Root: Schema<Root>
  ListRootsRequest: Schema<ServerRequestMessage<'roots/list', RequestParams | undefined>>
  ListRootsResult: Schema<Results['roots/list']>
  RootsListChangedNotification: Schema<
    WithOptionalParams<NotificationMessage<'notifications/roots/list_changed', NotificationParams>>
  >
  SamplingMessage: Schema<SamplingMessage>
  CreateMessageRequestParams: Schema<CreateMessageRequestParams>
  CreateMessageRequest: Schema<ServerRequestMessage<'sampling/createMessage', CreateMessageRequestParams>>
  CreateMessageResult: Schema<CreateMessageResult>
  ModelHint: Schema<ModelHint>
  ModelPreferences: Schema<ModelPreferences>
  ToolChoice: Schema<ToolChoice>
}

const modelHint = wire<ModelHint>()(object({ name: optional(z.string()) }))

const modelPreferences = wire<ModelPreferences>()(
  object({
    hints: optional(z.array(modelHint)),
    costPriority: optional(priority),
    speedPriority: optional(priority),
    intelligencePriority: optional(priority),
  }),
)

const toolChoice = wire<ToolChoice>()(object({ mode: optional(z.enum(['auto', 'required', 'none'])) }))

export const clientFeatureSchemas: (at: Revision) => ClientFeatureSchemas = perRevision((at) => {
  const { SamplingMessageContentBlock } = contentSchemas(at)
  const Root = wire<Root>()(
    object({
      uri: z.string().check(z.startsWith('file://')),
      name: optional(z.string()),
      _meta: when(at.titles, optional(meta)),
    }),
  )
  const content = oneOf(SamplingMessageContentBlock, when(at.icons, z.array(SamplingMessageContentBlock)))
  const message = { role, content, _meta: when(at.icons, optional(meta)) }
  const SamplingMessage = wire<SamplingMessage>()(object(message))
  const CreateMessageRequestParams: Schema<CreateMessageRequestParams> = object({
    _meta: serverRequestMeta,
    messages: z.array(SamplingMessage),
    maxTokens: z.number(),
    modelPreferences: optional(modelPreferences),
    systemPrompt: optional(z.string()),
    includeContext: optional(z.enum(['none', 'thisServer', 'allServers'])),
    temperature: optional(z.number()),
    stopSequences: optional(z.array(z.string())),
    metadata: optional(object({})),
    tools: when(at.icons, optional(z.array(toolSchema(at)))),
    toolChoice: when(at.icons, optional(toolChoice)),
    ...taskAugmentation(at),
  })
  return {
    Root,
    ListRootsRequest: serverRequestWithOptionalParams(
      at,
      'roots/list',
      wire<RequestParams>()(object({ _meta: serverRequestMeta }) as never),
    ),
    ListRootsResult: wire<Results['roots/list']>()(object({ roots: z.array(Root), _meta: clientResultMeta })),
    RootsListChangedNotification: when(
      at.handshake,
      notificationWithOptionalParams('notifications/roots/list_changed', noNotificationParams(at)),
    ),
    SamplingMessage,
    CreateMessageRequestParams,
    CreateMessageRequest: serverRequest(at, 'sampling/createMessage', CreateMessageRequestParams),
    CreateMessageResult: wire<CreateMessageResult>()(
      object({ ...message, _meta: clientResultMeta, model: z.string(), stopReason: optional(z.string()) }),
    ),
    ModelHint: modelHint,
    ModelPreferences: modelPreferences,
    ToolChoice: when(at.icons, toolChoice),
  }
})
