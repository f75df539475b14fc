/** Subscriptions to changes at a server (2026-07-28, basic/patterns/subscriptions). */
import * as z from 'zod/mini'
import type { NotificationMessage, NotificationParams, RequestMessage, Results } from '../types/messages.ts'
import type { SubscriptionsListenResultMeta } from '../types/official-names.ts'
import type { SubscriptionsListenRequestParams } from '../types/request-params.ts'
import type { SubscriptionFilter } from '../types/subscriptions.ts'
import { requestId, requestMeta, result, resultMetaMembers, type Schema } from './common.ts'
import { object, optional, requiredWhen, when, wire } from './define.ts'
import { notification, request } from './envelope.ts'
import { notificationMeta } from './notifications.ts'
import type { Revision } from './revisions.ts'

type AcknowledgedParams = NotificationParams & { notifications: SubscriptionFilter }

export interface SubscriptionSchemas {
  SubscriptionFilter: Schema<SubscriptionFilter>
  SubscriptionsListenRequestParams: Schema<SubscriptionsListenRequestParams>
  SubscriptionsListenRequest: Schema<RequestMessage<'subscriptions/listen', SubscriptionsListenRequestParams>>
  SubscriptionsListenResult: Schema<Results['subscriptions/listen']>
  SubscriptionsListenResultMeta: Schema<SubscriptionsListenResultMeta>
  SubscriptionsAcknowledgedNotificationParams: Schema<AcknowledgedParams>
  SubscriptionsAcknowledgedNotification: Schema<
    NotificationMessage<'notifications/subscriptions/acknowledged', AcknowledgedParams>
  >
}

export function subscriptionSchemas(at: Revision): SubscriptionSchemas {
  const SubscriptionFilter = wire<SubscriptionFilter>()(
    object({
      toolsListChanged: optional(z.boolean()),
      promptsListChanged: optional(z.boolean()),
      resourcesListChanged: optional(z.boolean()),
      resourceSubscriptions: optional(z.array(z.string())),
      taskIds: optional(z.array(z.string())),
    }),
  )
  const SubscriptionsListenRequestParams = wire<SubscriptionsListenRequestParams>()(
    object({ _meta: requestMeta(at), notifications: SubscriptionFilter }),
  )
  const endedMeta = object({ ...resultMetaMembers(at), 'io.modelcontextprotocol/subscriptionId': requestId })
  const SubscriptionsListenResult: Schema<Results['subscriptions/listen']> = object({
    ...result(at),
    _meta: requiredWhen(true, endedMeta),
  })
  const acknowledged = wire<AcknowledgedParams>()(
    object({ _meta: notificationMeta(at), notifications: SubscriptionFilter }),
  )
  return {
    SubscriptionFilter: when(at.stateless, SubscriptionFilter),
    SubscriptionsListenRequestParams: when(at.stateless, SubscriptionsListenRequestParams),
    SubscriptionsListenRequest: when(at.stateless, request('subscriptions/listen', SubscriptionsListenRequestParams)),
    SubscriptionsListenResult: when(at.stateless, SubscriptionsListenResult),
    SubscriptionsListenResultMeta: when(at.stateless, endedMeta),
    SubscriptionsAcknowledgedNotificationParams: when(at.stateless, acknowledged),
    SubscriptionsAcknowledgedNotification: when(
      at.stateless,
      notification('notifications/subscriptions/acknowledged', acknowledged),
    ),
  }
}
