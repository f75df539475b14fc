/** Tasks: of 2025-11-25, where they are a part of the protocol, and of the extension of 2026-07-28. */
import * as z from 'zod/mini'
import type {
  CreateTaskResult,
  NotificationMessage,
  NotificationParams,
  RequestMessage,
  Result,
  Results,
  WithOptionalParams,
} from '../types/messages.ts'
import type { RelatedTaskMetadata, TaskAugmentedRequestParams, TaskMetadata } from '../types/official-names.ts'
import type { PaginatedRequestParams, TaskRequestParams, UpdateTaskRequestParams } from '../types/request-params.ts'
import type { CoreTask, DetailedTask, ExtensionTask, TaskStatus } from '../types/tasks.ts'
import { meta, requestMeta, result, type Schema, taskAugmentation, taskMetadata } from './common.ts'
import { object, optional, when, wire } from './define.ts'
import { errorObject, notification, paginatedRequestParams, request, requestWithOptionalParams } from './envelope.ts'
import { inputRequests, inputResponses } from './input-required.ts'
import { notificationMeta } from './notifications.ts'
import type { Revision } from './revisions.ts'

export interface TaskSchemas {
  Task: Schema<CoreTask | ExtensionTask>
  TaskStatus: Schema<TaskStatus>
  TaskMetadata: Schema<TaskMetadata>
  TaskAugmentedRequestParams: Schema<TaskAugmentedRequestParams>
  RelatedTaskMetadata: Schema<RelatedTaskMetadata>
  TaskStatusNotificationParams: Schema<NotificationParams & CoreTask>
  CreateTaskResult: Schema<CreateTaskResult>
  GetTaskRequest: Schema<RequestMessage<'tasks/get', TaskRequestParams>>
  GetTaskResult: Schema<Results['tasks/get']>
  CancelTaskRequest: Schema<RequestMessage<'tasks/cancel', TaskRequestParams>>
  CancelTaskResult: Schema<Result | Results['tasks/get']>
  GetTaskPayloadRequest: Schema<RequestMessage<'tasks/result', TaskRequestParams>>
  GetTaskPayloadResult: Schema<Record<string, unknown>>
  ListTasksRequest: Schema<WithOptionalParams<RequestMessage<'tasks/list', PaginatedRequestParams>>>
  ListTasksResult: Schema<Results['tasks/list']>
  TaskStatusNotification: Schema<NotificationMessage<'notifications/tasks/status', NotificationParams & CoreTask>>
  UpdateTaskRequest: Schema<RequestMessage<'tasks/update', UpdateTaskRequestParams>>
  TaskNotification: Schema<NotificationMessage<'notifications/tasks', NotificationParams & DetailedTask>>
}

const status: Schema<TaskStatus> = wire<TaskStatus>()(
  z.enum(['working', 'input_required', 'completed', 'failed', 'cancelled']),
)

const description = {
  taskId: z.string(),
  status,
  statusMessage: optional(z.string()),
  createdAt: z.string(),
  lastUpdatedAt: z.string(),
}

const coreTask = { ...description, ttl: z.nullable(z.number()), pollInterval: optional(z.number()) }

const extensionTask = { ...description, ttlMs: z.nullable(z.int()), pollIntervalMs: optional(z.int()) }

/** What each status adds: the extension puts it into the task. */
function detailedTask(at: Revision): Schema<DetailedTask> {
  const details = {
    inputRequests: optional(inputRequests(at)),
    result: optional(meta),
    error: optional(errorObject),
  }
  const required = { input_required: 'inputRequests', completed: 'result', failed: 'error' } as const
  return wire<DetailedTask>()(object({ ...extensionTask, ...details })).check(
    z.refine((task) => !(task.status in required) || required[task.status as keyof typeof required] in task),
  )
}

export function taskSchemas(at: Revision): TaskSchemas {
  const hasTasks = at.coreTasks || at.stateless
  const _meta = optional(meta)
  const CoreTask = wire<CoreTask>()(object(coreTask))
  const ExtensionTask = wire<ExtensionTask>()(object(extensionTask))
  const TaskParams = wire<TaskRequestParams>()(object({ _meta: requestMeta(at), taskId: z.string() }))
  const CreateTaskResult: Schema<CreateTaskResult> = at.stateless
    ? object({ ...extensionTask, resultType: z.literal('task'), _meta })
    : object({ task: CoreTask, _meta })
  const updateMembers = { _meta: requestMeta(at), taskId: z.string(), inputResponses: inputResponses(at) }
  const coreResult = object({ ...result(at), ...coreTask })
  const GetTaskResult: Schema<Results['tasks/get']> = at.stateless
    ? (z.intersection(object(result(at)), detailedTask(at)) as Schema<Results['tasks/get']>)
    : coreResult
  const detailedParams = z.intersection(object({ _meta: notificationMeta(at) }), detailedTask(at))
  const statusParams: Schema<NotificationParams & CoreTask> = object({ ...coreTask, _meta: notificationMeta(at) })
  return {
    Task: when(hasTasks, at.stateless ? ExtensionTask : CoreTask),
    TaskStatus: when(hasTasks, status),
    TaskMetadata: when(at.coreTasks, taskMetadata),
    TaskAugmentedRequestParams: when(at.coreTasks, object({ _meta: requestMeta(at), ...taskAugmentation(at) })),
    RelatedTaskMetadata: when(at.coreTasks, object({ taskId: z.string() })),
    TaskStatusNotificationParams: when(at.coreTasks, statusParams),
    CreateTaskResult: when(hasTasks, CreateTaskResult),
    GetTaskRequest: when(hasTasks, request('tasks/get', TaskParams)),
    GetTaskResult: when(hasTasks, GetTaskResult),
    CancelTaskRequest: when(hasTasks, request('tasks/cancel', TaskParams)),
    CancelTaskResult: when(hasTasks, at.stateless ? object(result(at)) : coreResult),
    GetTaskPayloadRequest: when(at.coreTasks, request('tasks/result', TaskParams)),
    GetTaskPayloadResult: when(at.coreTasks, object({ _meta })),
    ListTasksRequest: when(at.coreTasks, requestWithOptionalParams(at, 'tasks/list', paginatedRequestParams(at))),
    ListTasksResult: when(
      at.coreTasks,
      wire<Results['tasks/list']>()(object({ _meta, nextCursor: optional(z.string()), tasks: z.array(CoreTask) })),
    ),
    TaskStatusNotification: when(at.coreTasks, notification('notifications/tasks/status', statusParams)),
    UpdateTaskRequest: when(
      at.stateless,
      request('tasks/update', wire<UpdateTaskRequestParams>()(object(updateMembers))),
    ),
    TaskNotification: when(
      at.stateless,
      notification('notifications/tasks', detailedParams as Schema<NotificationParams & DetailedTask>),
    ),
  }
}
