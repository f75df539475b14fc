/** Elicitation: what servers ask of the user, by a form or a page. */
import * as z from 'zod/mini'
import type { ElicitRequestFormParams, ElicitRequestURLParams } from '../types/client-features.ts'
import type {
  BooleanSchema,
  EnumSchema,
  LegacyTitledEnumSchema,
  MultiSelectEnumSchema,
  NumberSchema,
  PrimitiveSchemaDefinition,
  SingleSelectEnumSchema,
  StringSchema,
  TitledMultiSelectEnumSchema,
  TitledSingleSelectEnumSchema,
  UntitledMultiSelectEnumSchema,
  UntitledSingleSelectEnumSchema,
} from '../types/form-fields.ts'
import type { JsonRpcError } from '../types/jsonrpc.ts'
import type {
  NotificationMessage,
  NotificationParams,
  Results,
  ServerRequestMessage,
  ServerRequestParams,
} from '../types/messages.ts'
import type { JsonSchema } from '../types/tools.ts'
import { type Schema, taskAugmentation } from './common.ts'
import { object, oneOf, optional, perRevision, requiredWhen, when, wire } from './define.ts'
import { errorResponse, notification } from './envelope.ts'
import type { Revision } from './revisions.ts'
import { clientResultMeta, serverRequest, serverRequestMeta } from './server-request.ts'

type ElicitRequestParams = ServerRequestParams['elicitation/create']

interface FieldSchemas {
  StringSchema: Schema<StringSchema>
  NumberSchema: Schema<NumberSchema>
  BooleanSchema: Schema<BooleanSchema>
  EnumSchema: Schema<EnumSchema>
  LegacyTitledEnumSchema: Schema<LegacyTitledEnumSchema>
  UntitledSingleSelectEnumSchema: Schema<UntitledSingleSelectEnumSchema>
  TitledSingleSelectEnumSchema: Schema<TitledSingleSelectEnumSchema>
  SingleSelectEnumSchema: Schema<SingleSelectEnumSchema>
  UntitledMultiSelectEnumSchema: Schema<UntitledMultiSelectEnumSchema>
  TitledMultiSelectEnumSchema: Schema<TitledMultiSelectEnumSchema>
  MultiSelectEnumSchema: Schema<MultiSelectEnumSchema>
  PrimitiveSchemaDefinition: Schema<PrimitiveSchemaDefinition>
}

export interface ElicitationSchemas extends FieldSchemas {
  ElicitRequestParams: Schema<ElicitRequestParams>
  ElicitRequestFormParams: Schema<ElicitRequestFormParams>
  ElicitRequestURLParams: Schema<ElicitRequestURLParams>
  ElicitRequest: Schema<ServerRequestMessage<'elicitation/create', ElicitRequestParams>>
  ElicitResult: Schema<Results['elicitation/create']>
  ElicitationCompleteNotification: Schema<
    NotificationMessage<'notifications/elicitation/complete', NotificationParams & { elicitationId: string }>
  >
  URLElicitationRequiredError: Schema<JsonRpcError>
}

const strings = z.array(z.string())
const titled = z.array(object({ const: z.string(), title: z.string() }))

/** The fields of forms. */
function fieldSchemas(at: Revision): FieldSchemas {
  const label = { title: optional(z.string()), description: optional(z.string()) }
  const text = { type: z.literal('string'), ...label, default: when(at.icons, optional(z.string())) }
  const list = {
    type: z.literal('array'),
    ...label,
    minItems: optional(z.int()),
    maxItems: optional(z.int()),
    default: optional(strings),
  }
  const StringSchema: Schema<StringSchema> = object({
    ...text,
    minLength: optional(z.int()),
    maxLength: optional(z.int()),
    format: optional(z.enum(['email', 'uri', 'date', 'date-time'])),
  })
  const NumberSchema = wire<NumberSchema>()(
    object({
      type: z.enum(['number', 'integer']),
      ...label,
      minimum: optional(z.number()),
      maximum: optional(z.number()),
      default: when(at.icons, optional(z.number())),
    }),
  )
  const BooleanSchema = wire<BooleanSchema>()(
    object({ type: z.literal('boolean'), ...label, default: optional(z.boolean()) }),
  )
  const LegacyTitledEnumSchema = wire<LegacyTitledEnumSchema>()(
    object({ ...text, enum: strings, enumNames: optional(strings) }),
  )
  const UntitledSingleSelectEnumSchema = wire<UntitledSingleSelectEnumSchema>()(object({ ...text, enum: strings }))
  const TitledSingleSelectEnumSchema = wire<TitledSingleSelectEnumSchema>()(object({ ...text, oneOf: titled }))
  const UntitledMultiSelectEnumSchema = wire<UntitledMultiSelectEnumSchema>()(
    object({ ...list, items: object({ type: z.literal('string'), enum: strings }) }),
  )
  const TitledMultiSelectEnumSchema = wire<TitledMultiSelectEnumSchema>()(
    object({ ...list, items: object({ anyOf: titled }) }),
  )
  const SingleSelectEnumSchema = oneOf(UntitledSingleSelectEnumSchema, TitledSingleSelectEnumSchema)
  const MultiSelectEnumSchema = oneOf(UntitledMultiSelectEnumSchema, TitledMultiSelectEnumSchema)
  const EnumSchema: Schema<EnumSchema> = at.icons
    ? oneOf(LegacyTitledEnumSchema, TitledSingleSelectEnumSchema, MultiSelectEnumSchema)
    : LegacyTitledEnumSchema
  // A text field would accept a choice too, without looking at what there is to choose from.
  const withoutChoices = StringSchema.check(z.refine((field) => !('enum' in field || 'oneOf' in field)))
  const PrimitiveSchemaDefinition = oneOf(EnumSchema, withoutChoices, NumberSchema, BooleanSchema)
  return {
    StringSchema: when(at.titles, StringSchema),
    NumberSchema: when(at.titles, NumberSchema),
    BooleanSchema: when(at.titles, BooleanSchema),
    EnumSchema: when(at.titles, EnumSchema),
    LegacyTitledEnumSchema: when(at.icons, LegacyTitledEnumSchema),
    UntitledSingleSelectEnumSchema: when(at.icons, UntitledSingleSelectEnumSchema),
    TitledSingleSelectEnumSchema: when(at.icons, TitledSingleSelectEnumSchema),
    SingleSelectEnumSchema: when(at.icons, SingleSelectEnumSchema),
    UntitledMultiSelectEnumSchema: when(at.icons, UntitledMultiSelectEnumSchema),
    TitledMultiSelectEnumSchema: when(at.icons, TitledMultiSelectEnumSchema),
    MultiSelectEnumSchema: when(at.icons, MultiSelectEnumSchema),
    PrimitiveSchemaDefinition,
  }
}

export const elicitationSchemas: (at: Revision) => ElicitationSchemas = perRevision((at) => {
  const fields = fieldSchemas(at)
  const field = fields.PrimitiveSchemaDefinition as unknown as Schema<JsonSchema>
  const requestedSchema = object({
    $schema: when(at.icons, optional(z.string())),
    type: z.literal('object'),
    properties: z.record(z.string(), field),
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
    ...fields,
    PrimitiveSchemaDefinition: when(at.titles, fields.PrimitiveSchemaDefinition),
    ElicitRequestParams: when(at.titles, ElicitRequestParams),
    ElicitRequestFormParams: when(at.icons, form as never),
    ElicitRequestURLParams: when(at.icons, url as never),
    ElicitRequest: when(at.titles, serverRequest(at, 'elicitation/create', ElicitRequestParams)),
    ElicitResult: when(at.titles, ElicitResult),
    ElicitationCompleteNotification: when(hasIds, notification('notifications/elicitation/complete', completed)),
    URLElicitationRequiredError: when(hasIds, errorResponse(-32042, object({ elicitations: z.array(url) }))),
  }
})
