/** Notifications about requests: progress, log messages, cancellation; and the level of log messages. */
import * as z from 'zod/mini'
import type { RequestId } from '../types/jsonrpc.ts'
import type {
  CancelledNotificationParams,
  LoggingMessageNotificationParams,
  NotificationMessage,
  NotificationParams,
  ProgressNotificationParams,
  RequestMessage,
  Result,
} from '../types/messages.ts'
import type { LoggingLevel } from '../types/notifications.ts'
import type { NotificationMetaObject } from '../types/official-names.ts'
import type { SetLevelRequestParams } from '../types/request-params.ts'
import { loggingLevel, meta, requestId, requestMeta, result, type Schema } from './common.ts'
import { object, optional, perRevision, requiredOrOptional, when, wire } from './define.ts'
import { notification, request } from './envelope.ts'
import type { Revision } from './revisions.ts'

export interface NotificationSchemas {
  LoggingLevel: Schema<LoggingLevel>
  SetLevelRequestParams: Schema<SetLevelRequestParams>
  SetLevelRequest: Schema<RequestMessage<'logging/setLevel', SetLevelRequestParams>>
  EmptyResult: Schema<Result>
  LoggingMessageNotificationParams: Schema<LoggingMessageNotificationParams>
  LoggingMessageNotification: Schema<NotificationMessage<'notifications/message', LoggingMessageNotificationParams>>
  ProgressNotificationParams: Schema<ProgressNotificationParams>
  ProgressNotification: Schema<NotificationMessage<'notifications/progress', ProgressNotificationParams>>
  CancelledNotificationParams: Schema<CancelledNotificationParams>
  CancelledNotification: Schema<NotificationMessage<'notifications/cancelled', CancelledNotificationParams>>
}

type MetaMember = z.ZodMiniExactOptional<Schema<Record<string, unknown>>>

/** What `_meta` of a notification contains. */
export const notificationMetaObject: (at: Revision) => Schema<NotificationMetaObject> = perRevision((at) => {
  const subscriptionId: z.ZodMiniExactOptional<Schema<RequestId>> = when(at.stateless, optional(requestId))
  return object({ 'io.modelcontextprotocol/subscriptionId': subscriptionId })
})

/** `_meta` of a notification. */
export const notificationMeta: (at: Revision) => MetaMember = perRevision((at) => {
  return optional(notificationMetaObject(at))
})

/** The params of a notification that has none of its own. */
export function noNotificationParams(at: Revision): Schema<NotificationParams> {
  return wire<NotificationParams>()(object({ _meta: notificationMeta(at) }))
}

export function notificationSchemas(at: Revision): NotificationSchemas {
  const _meta = notificationMeta(at)
  const SetLevelRequestParams = when(
    at.handshake,
    wire<SetLevelRequestParams>()(object({ _meta: requestMeta(at), level: loggingLevel })),
  )
  const LoggingMessageNotificationParams = wire<LoggingMessageNotificationParams>()(
    object({ _meta, level: loggingLevel, logger: optional(z.string()), data: z.unknown() }),
  ).check(z.refine((params) => 'data' in params, 'expected data'))
  const ProgressNotificationParams = wire<ProgressNotificationParams>()(
    object({
      _meta,
      progressToken: requestId,
      progress: z.number(),
      total: optional(z.number()),
      message: when(at.audio, optional(z.string())),
    }),
  )
  const CancelledNotificationParams = wire<CancelledNotificationParams>()(
    object({
      _meta: optional(meta),
      requestId: requiredOrOptional(!at.coreTasks, requestId),
      reason: optional(z.string()),
    }),
  )
  return {
    LoggingLevel: loggingLevel,
    SetLevelRequestParams,
    SetLevelRequest: when(at.handshake, request('logging/setLevel', SetLevelRequestParams)),
    EmptyResult: wire<Result>()(object(result(at))),
    LoggingMessageNotificationParams,
    LoggingMessageNotification: notification('notifications/message', LoggingMessageNotificationParams),
    ProgressNotificationParams,
    ProgressNotification: notification('notifications/progress', ProgressNotificationParams),
    CancelledNotificationParams,
    CancelledNotification: notification('notifications/cancelled', CancelledNotificationParams),
  }
}
