/** Tools: their definitions, listing and calling them. */
import * as z from 'zod/mini'
import type {
  NotificationMessage,
  NotificationParams,
  RequestMessage,
  Results,
  WithOptionalParams,
} from '../types/messages.ts'
import type { CallToolRequestParams, PaginatedRequestParams } from '../types/request-params.ts'
import type { Tool, ToolAnnotations } from '../types/tools.ts'
import { meta, paginated, requestMeta, result, type Schema, taskAugmentation } from './common.ts'
import { contentSchemas, structuredContent } from './content.ts'
import { object, optional, when, wire } from './define.ts'
import {
  notificationWithOptionalParams,
  paginatedRequestParams,
  request,
  requestWithOptionalParams,
} from './envelope.ts'
import { inputResponseMembers } from './input-required.ts'
import { noNotificationParams } from './notifications.ts'
import type { Revision } from './revisions.ts'
import { toolAnnotations, toolExecution, toolSchema } from './tool-definition.ts'

export interface ToolSchemas {
  ToolAnnotations: Schema<ToolAnnotations>
  ToolExecution: Schema<NonNullable<Tool['execution']>>
  Tool: Schema<Tool>
  PaginatedRequestParams: Schema<PaginatedRequestParams>
  ListToolsRequest: Schema<WithOptionalParams<RequestMessage<'tools/list', PaginatedRequestParams>>>
  ListToolsResult: Schema<Results['tools/list']>
  CallToolRequestParams: Schema<CallToolRequestParams>
  CallToolRequest: Schema<RequestMessage<'tools/call', CallToolRequestParams>>
  CallToolResult: Schema<Results['tools/call']>
  ToolListChangedNotification: Schema<
    WithOptionalParams<NotificationMessage<'notifications/tools/list_changed', NotificationParams>>
  >
}

export function toolSchemas(at: Revision): ToolSchemas {
  const { ContentBlock } = contentSchemas(at)
  const Tool = toolSchema(at)
  const PaginatedRequestParams = paginatedRequestParams(at)
  const CallToolRequestParams = wire<CallToolRequestParams>()(
    object({
      _meta: requestMeta(at),
      name: z.string(),
      arguments: optional(meta),
      ...inputResponseMembers(at),
      ...taskAugmentation(at),
    }),
  )
  return {
    ToolAnnotations: when(at.audio, toolAnnotations),
    ToolExecution: when(at.coreTasks, toolExecution),
    Tool,
    PaginatedRequestParams,
    ListToolsRequest: requestWithOptionalParams(at, 'tools/list', PaginatedRequestParams),
    ListToolsResult: wire<Results['tools/list']>()(object({ ...paginated(at), tools: z.array(Tool) })),
    CallToolRequestParams,
    CallToolRequest: request('tools/call', CallToolRequestParams),
    CallToolResult: wire<Results['tools/call']>()(
      object({
        ...result(at),
        content: z.array(ContentBlock),
        structuredContent: structuredContent(at),
        isError: optional(z.boolean()),
      }),
    ),
    ToolListChangedNotification: notificationWithOptionalParams(
      'notifications/tools/list_changed',
      noNotificationParams(at),
    ),
  }
}
