/** The entry `mcp-over-fetch/schema`: exact zod schemas for every message of MCP, by revision. */
import type { JsonRpcMessage } from '../types/jsonrpc.ts'
import type { ProtocolVersion } from '../types/lifecycle.ts'
import { type BaseSchemas, baseSchemas, type StatelessBaseSchemas, statelessBaseSchemas } from './base.ts'
import { type ClientFeatureSchemas, clientFeatureSchemas } from './client-features.ts'
import type { Schema } from './common.ts'
import { type ContentSchemas, contentSchemas } from './content.ts'
import { present } from './define.ts'
import { type ElicitationSchemas, elicitationSchemas } from './elicitation.ts'
import { type EnvelopeSchemas, envelopeSchemas } from './envelope.ts'
import { type InputRequiredSchemas, inputRequiredSchemas } from './input-required.ts'
import { type LifecycleSchemas, lifecycleSchemas } from './lifecycle.ts'
import { type NotificationSchemas, notificationSchemas } from './notifications.ts'
import { type PromptSchemas, promptSchemas } from './prompts.ts'
import { type ResourceSchemas, resourceSchemas } from './resources.ts'
import { REVISIONS } from './revisions.ts'
import { type SubscriptionSchemas, subscriptionSchemas } from './subscriptions.ts'
import { type TaskSchemas, taskSchemas } from './tasks.ts'
import { type ToolSchemas, toolSchemas } from './tools.ts'
import { type ResultResponseSchemas, resultResponseSchemas, type UnionSchemas, unionSchemas } from './unions.ts'

/** The schemas of all revisions, by the names that the specification gives to its types. */
interface AllSchemas
  extends BaseSchemas,
    StatelessBaseSchemas,
    UnionSchemas,
    ResultResponseSchemas,
    ClientFeatureSchemas,
    ContentSchemas,
    ElicitationSchemas,
    EnvelopeSchemas,
    InputRequiredSchemas,
    LifecycleSchemas,
    NotificationSchemas,
    PromptSchemas,
    ResourceSchemas,
    SubscriptionSchemas,
    TaskSchemas,
    ToolSchemas {}

/** Only where servers and clients make a handshake. */
type OfHandshake =
  | 'InitializeRequestParams'
  | 'InitializeRequest'
  | 'InitializeResult'
  | 'InitializedNotification'
  | 'PingRequest'
  | 'SetLevelRequestParams'
  | 'SetLevelRequest'
  | 'ServerRequest'
  | 'SubscribeRequest'
  | 'SubscribeRequestParams'
  | 'UnsubscribeRequestParams'
  | 'UnsubscribeRequest'
  | 'RootsListChangedNotification'

/** Only where every request is independent. */
type OfStateless =
  | 'DiscoverRequest'
  | 'DiscoverResult'
  | 'HeaderMismatchError'
  | 'MissingRequiredClientCapabilityError'
  | 'UnsupportedProtocolVersionError'
  | 'UpdateTaskRequest'
  | 'TaskNotification'
  | keyof StatelessBaseSchemas
  | keyof ResultResponseSchemas
  | keyof InputRequiredSchemas
  | keyof SubscriptionSchemas

/** Only where tasks are a part of the protocol. */
type OfCoreTasks =
  | 'GetTaskPayloadRequest'
  | 'GetTaskPayloadResult'
  | 'ListTasksRequest'
  | 'ListTasksResult'
  | 'TaskStatusNotification'
  | 'TaskStatusNotificationParams'
  | 'TaskMetadata'
  | 'TaskAugmentedRequestParams'
  | 'RelatedTaskMetadata'
  | 'ToolExecution'
  | 'ElicitationCompleteNotification'
  | 'URLElicitationRequiredError'

/** Only where a body may have several messages. */
type OfBatches = 'JSONRPCBatchRequest' | 'JSONRPCBatchResponse'

/** Other names of later. */
type Until2025March = 'ResourceReference'

type Until2025June = 'JSONRPCError'

type Since2025March = 'AudioContent' | 'ToolAnnotations'

type Since2025June =
  | 'ResourceLink'
  | 'ResourceTemplateReference'
  | 'BaseMetadata'
  | 'StringSchema'
  | 'NumberSchema'
  | 'BooleanSchema'
  | 'EnumSchema'
  | 'PrimitiveSchemaDefinition'
  | 'ElicitRequestParams'
  | 'ElicitRequest'
  | 'ElicitResult'

type Since2025November =
  | 'Icon'
  | 'Icons'
  | 'ToolChoice'
  | 'LegacyTitledEnumSchema'
  | 'UntitledSingleSelectEnumSchema'
  | 'TitledSingleSelectEnumSchema'
  | 'SingleSelectEnumSchema'
  | 'UntitledMultiSelectEnumSchema'
  | 'TitledMultiSelectEnumSchema'
  | 'MultiSelectEnumSchema'
  | 'ElicitRequestFormParams'
  | 'ElicitRequestURLParams'
  | 'ToolUseContent'
  | 'ToolResultContent'
  | Exclude<keyof TaskSchemas, OfCoreTasks>

type Schemas<Missing extends keyof AllSchemas> = {
  readonly [Name in Exclude<keyof AllSchemas, Missing>]: AllSchemas[Name]
}

/** The schemas of each revision, by the names that the specification gives to its types. */
export interface SchemasByVersion {
  /** The schemas of 2024-11-05. */
  readonly '2024-11-05': Schemas<
    OfBatches | OfStateless | OfCoreTasks | Since2025November | Since2025June | Since2025March
  >
  /** The schemas of 2025-03-26. */
  readonly '2025-03-26': Omit<
    Schemas<OfStateless | OfCoreTasks | Since2025November | Since2025June>,
    'JSONRPCMessage'
  > & { readonly JSONRPCMessage: Schema<JsonRpcMessage | JsonRpcMessage[]> }
  /** The schemas of 2025-06-18. */
  readonly '2025-06-18': Schemas<OfBatches | OfStateless | OfCoreTasks | Since2025November | Until2025March>
  /** The schemas of 2025-11-25. */
  readonly '2025-11-25': Schemas<OfBatches | OfStateless | Until2025March | Until2025June>
  /** The schemas of 2026-07-28. */
  readonly '2026-07-28': Schemas<OfBatches | OfHandshake | OfCoreTasks | Until2025March | Until2025June>
}

const built = new Map<ProtocolVersion, object>()

/** Those of a revision are created at their first use: all of them together take several milliseconds. */
function schemasOf<Version extends ProtocolVersion>(version: Version): SchemasByVersion[Version] {
  const at = REVISIONS[version]
  const known = built.get(version)
  if (known) return known as SchemasByVersion[Version]
  const schemas = {
    ...present(baseSchemas(at)),
    ...statelessBaseSchemas(at),
    ...present(envelopeSchemas(at)),
    ...present(lifecycleSchemas(at)),
    ...present(notificationSchemas(at)),
    ...present(contentSchemas(at)),
    ...present(toolSchemas(at)),
    ...present(resourceSchemas(at)),
    ...present(promptSchemas(at)),
    ...present(clientFeatureSchemas(at)),
    ...present(elicitationSchemas(at)),
    ...present(inputRequiredSchemas(at)),
    ...present(subscriptionSchemas(at)),
    ...present(taskSchemas(at)),
  }
  const all = { ...schemas, ...present(unionSchemas(at, schemas)), ...resultResponseSchemas(at, schemas) }
  built.set(version, all)
  return all as unknown as SchemasByVersion[Version]
}

/** `schemas['2025-11-25'].CallToolResult.safeParse(value)`. They are those of `zod/mini`, and keep unknown members. */
export const schemas: SchemasByVersion = {
  get '2024-11-05'() {
    return schemasOf('2024-11-05')
  },
  get '2025-03-26'() {
    return schemasOf('2025-03-26')
  },
  get '2025-06-18'() {
    return schemasOf('2025-06-18')
  },
  get '2025-11-25'() {
    return schemasOf('2025-11-25')
  },
  get '2026-07-28'() {
    return schemasOf('2026-07-28')
  },
}
