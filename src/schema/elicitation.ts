/** Elicitation: what servers ask of the user, by a form or a page. */
import * as z from 'zod/mini'
import type { JsonRpcError } from '../types/jsonrpc.ts'
import type {
  NotificationMessage,
  NotificationParams,
  Results,
  ServerRequestMessage,
  ServerRequestParams,
} from '../types/messages.ts'
import { type Schema, taskAugmentation } from './common.ts'
import { object, oneOf, optional, perRevision, requiredWhen, when } from './define.ts'
import { errorResponse, notification } from './envelope.ts'
import type { Revision } from './revisions.ts'
import { clientResultMeta, serverRequest, serverRequestMeta } from './server-request.ts'

type ElicitRequestParams = ServerRequestParams['elicitation/create']

export interface ElicitationSchemas {
  PrimitiveSchemaDefinition: Schema<Record<string, unknown>>
  ElicitRequestParams: Schema<ElicitRequestParams>
  ElicitRequest: Schema<ServerRequestMessage<'elicitation/create', ElicitRequestParams>>
  ElicitResult: Schema<Results['elicitation/create']>
  ElicitationCompleteNotification: Schema<
    NotificationMessage<'notifications/elicitation/complete', NotificationParams & { elicitationId: string }>
  >
  URLElicitationRequiredError: Schema<JsonRpcError>
}

const strings = z.array(z.string())
const titled = z.array(object({ const: z.string(), title: z.string() }))

/** A field of a form. */
function primitiveSchema(at: Revision): Schema<Record<string, unknown>> {
  const label = { title: optional(z.string()), description: optional(z.string()) }
  const text = { type: z.literal('string'), ...label, default: when(at.icons, optional(z.string())) }
  const list = {
    type: z.literal('array'),
    ...label,
    minItems: optional(z.int()),
    maxItems: optional(z.int()),
    default: optional(strings),
  }
  return oneOf(
    // The forms with choices first: a plain text field would accept them too, without looking at the choices.
    object({ ...text, enum: strings, enumNames: optional(strings) }),
    when(at.icons, object({ ...text, oneOf: titled })),
    when(at.icons, object({ ...list, items: object({ type: z.literal('string'), enum: strings }) })),
    when(at.icons, object({ ...list, items: object({ anyOf: titled }) })),
    object({
      ...text,
      minLength: optional(z.int()),
      maxLength: optional(z.int()),
      format: optional(z.enum(['email', 'uri', 'date', 'date-time'])),
      enum: optional(z.never()),
      oneOf: optional(z.never()),
    }),
    object({
      type: z.enum(['number', 'integer']),
      ...label,
      minimum: optional(z.number()),
      maximum: optional(z.number()),
      default: when(at.icons, optional(z.number())),
    }),
    object({ type: z.literal('boolean'), ...label, default: optional(z.boolean()) }),
  )
}

export const elicitationSchemas: (at: Revision) => ElicitationSchemas = perRevision((at) => {
  const PrimitiveSchemaDefinition = primitiveSchema(at)
  const requestedSchema = object({
    $schema: when(at.icons, optional(z.string())),
    type: z.literal('object'),
    properties: z.record(z.string(), PrimitiveSchemaDefinition),
    required: optional(strings),
  })
  const common = { _meta: serverRequestMeta, message: z.string(), ...taskAugmentation(at) }
  const form = object({ ...common, mode: when(at.icons, optional(z.literal('form'))), requestedSchema })
  const elicitationId = requiredWhen(at.coreTasks, z.string())
  const url = object({ ...common, mode: z.literal('url'), url: z.string(), elicitationId })
  const ElicitRequestParams: Schema<ElicitRequestParams> = oneOf(form, when(at.icons, url))
  const fieldValue = oneOf(z.string(), z.number(), z.boolean(), when(at.icons, strings))
  const ElicitResult: Schema<Results['elicitation/create']> = object({
    _meta: clientResultMeta,
    action: z.enum(['accept', 'decline', 'cancel']),
    content: optional(z.record(z.string(), fieldValue)),
  })
  const completed = object({ _meta: clientResultMeta, elicitationId: z.string() })
  // The error that demands pages to be visited first is only in the revision whose elicitations have ids.
  const hasIds = at.coreTasks
  return {
    PrimitiveSchemaDefinition: when(at.titles, PrimitiveSchemaDefinition),
    ElicitRequestParams: when(at.titles, ElicitRequestParams),
    ElicitRequest: when(at.titles, serverRequest(at, 'elicitation/create', ElicitRequestParams)),
    ElicitResult: when(at.titles, ElicitResult),
    ElicitationCompleteNotification: when(hasIds, notification('notifications/elicitation/complete', completed)),
    URLElicitationRequiredError: when(hasIds, errorResponse(-32042, object({ elicitations: z.array(url) }))),
  }
})
