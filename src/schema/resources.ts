/** Resources and resource templates: listing, reading and watching them. */
import * as z from 'zod/mini'
import type {
  NotificationMessage,
  NotificationParams,
  RequestMessage,
  ResourceUpdatedNotificationParams,
  Results,
  WithOptionalParams,
} from '../types/messages.ts'
import type {
  PaginatedRequestParams,
  ReadResourceRequestParams,
  ResourceRequestParams,
} from '../types/request-params.ts'
import type { Resource, ResourceTemplate } from '../types/resources.ts'
import { annotations, cacheable, naming, paginated, requestMeta, type Schema } from './common.ts'
import { contentSchemas } from './content.ts'
import { object, oneOf, optional, when, wire } from './define.ts'
import {
  notification,
  notificationWithOptionalParams,
  paginatedRequestParams,
  request,
  requestWithOptionalParams,
} from './envelope.ts'
import { inputResponseMembers } from './input-required.ts'
import { noNotificationParams, notificationMeta } from './notifications.ts'
import type { Revision } from './revisions.ts'

type ListRequest<Method extends string> = WithOptionalParams<RequestMessage<Method, PaginatedRequestParams>>

export interface ResourceSchemas {
  Resource: Schema<Resource>
  ResourceTemplate: Schema<ResourceTemplate>
  ListResourcesRequest: Schema<ListRequest<'resources/list'>>
  ListResourcesResult: Schema<Results['resources/list']>
  ListResourceTemplatesRequest: Schema<ListRequest<'resources/templates/list'>>
  ListResourceTemplatesResult: Schema<Results['resources/templates/list']>
  ReadResourceRequestParams: Schema<ReadResourceRequestParams>
  ReadResourceRequest: Schema<RequestMessage<'resources/read', ReadResourceRequestParams>>
  ReadResourceResult: Schema<Results['resources/read']>
  ResourceRequestParams: Schema<ResourceRequestParams>
  SubscribeRequestParams: Schema<ResourceRequestParams>
  UnsubscribeRequestParams: Schema<ResourceRequestParams>
  SubscribeRequest: Schema<RequestMessage<'resources/subscribe', ResourceRequestParams>>
  UnsubscribeRequest: Schema<RequestMessage<'resources/unsubscribe', ResourceRequestParams>>
  ResourceListChangedNotification: Schema<
    WithOptionalParams<NotificationMessage<'notifications/resources/list_changed', NotificationParams>>
  >
  ResourceUpdatedNotificationParams: Schema<ResourceUpdatedNotificationParams>
  ResourceUpdatedNotification: Schema<
    NotificationMessage<'notifications/resources/updated', ResourceUpdatedNotificationParams>
  >
}

export function resourceSchemas(at: Revision): ResourceSchemas {
  const { TextResourceContents, BlobResourceContents } = contentSchemas(at)
  const described = { ...naming(at), mimeType: optional(z.string()), annotations: optional(annotations(at)) }
  const Resource = wire<Resource>()(object({ ...described, uri: z.string(), size: optional(z.number()) }))
  const ResourceTemplate = wire<ResourceTemplate>()(object({ ...described, uriTemplate: z.string() }))
  const ListParams = paginatedRequestParams(at)
  const resourceParams = { _meta: requestMeta(at), uri: z.string() }
  const ReadResourceRequestParams = wire<ReadResourceRequestParams>()(
    object({ ...resourceParams, ...inputResponseMembers(at) }),
  )
  const ResourceRequestParams = wire<ResourceRequestParams>()(object(resourceParams))
  const SubscribeRequestParams = when(at.handshake, ResourceRequestParams)
  const ResourceUpdatedNotificationParams = wire<ResourceUpdatedNotificationParams>()(
    object({ _meta: notificationMeta(at), uri: z.string() }),
  )
  return {
    Resource,
    ResourceTemplate,
    ListResourcesRequest: requestWithOptionalParams(at, 'resources/list', ListParams),
    ListResourcesResult: wire<Results['resources/list']>()(object({ ...paginated(at), resources: z.array(Resource) })),
    ListResourceTemplatesRequest: requestWithOptionalParams(at, 'resources/templates/list', ListParams),
    ListResourceTemplatesResult: wire<Results['resources/templates/list']>()(
      object({ ...paginated(at), resourceTemplates: z.array(ResourceTemplate) }),
    ),
    ReadResourceRequestParams,
    ReadResourceRequest: request('resources/read', ReadResourceRequestParams),
    ReadResourceResult: wire<Results['resources/read']>()(
      object({ ...cacheable(at), contents: z.array(oneOf(TextResourceContents, BlobResourceContents)) }),
    ),
    ResourceRequestParams,
    SubscribeRequestParams,
    UnsubscribeRequestParams: SubscribeRequestParams,
    SubscribeRequest: when(at.handshake, request('resources/subscribe', ResourceRequestParams)),
    UnsubscribeRequest: when(at.handshake, request('resources/unsubscribe', ResourceRequestParams)),
    ResourceListChangedNotification: notificationWithOptionalParams(
      'notifications/resources/list_changed',
      noNotificationParams(at),
    ),
    ResourceUpdatedNotificationParams,
    ResourceUpdatedNotification: notification('notifications/resources/updated', ResourceUpdatedNotificationParams),
  }
}
