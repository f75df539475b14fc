/** The entry `mcp-over-fetch/schema`: exact zod schemas for every message of MCP, by revision. */
import type { ProtocolVersion } from '../types/lifecycle.ts'
import { type ClientFeatureSchemas, clientFeatureSchemas } from './client-features.ts'
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

/** The schemas of all revisions, by the names that the specification gives to its types. */
interface AllSchemas
  extends ClientFeatureSchemas,
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
  | 'SubscribeRequest'
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
  | keyof InputRequiredSchemas
  | keyof SubscriptionSchemas

/** Only where tasks are a part of the protocol. */
type OfCoreTasks =
  | 'GetTaskPayloadRequest'
  | 'GetTaskPayloadResult'
  | 'ListTasksRequest'
  | 'ListTasksResult'
  | 'TaskStatusNotification'
  | 'ElicitationCompleteNotification'
  | 'URLElicitationRequiredError'

type Since2025March = 'AudioContent' | 'ToolAnnotations'

type Since2025June =
  | 'ResourceLink'
  | 'PrimitiveSchemaDefinition'
  | 'ElicitRequestParams'
  | 'ElicitRequest'
  | 'ElicitResult'

type Since2025November = 'Icon' | 'ToolUseContent' | 'ToolResultContent' | Exclude<keyof TaskSchemas, OfCoreTasks>

type Schemas<Missing extends keyof AllSchemas> = {
  readonly [Name in Exclude<keyof AllSchemas, Missing>]: AllSchemas[Name]
}

/** The schemas of each revision, by the names that the specification gives to its types. */
export interface SchemasByVersion {
  /** The schemas of 2024-11-05. */
  readonly '2024-11-05': Schemas<OfStateless | OfCoreTasks | Since2025November | Since2025June | Since2025March>
  /** The schemas of 2025-03-26. */
  readonly '2025-03-26': Schemas<OfStateless | OfCoreTasks | Since2025November | Since2025June>
  /** The schemas of 2025-06-18. */
  readonly '2025-06-18': Schemas<OfStateless | OfCoreTasks | Since2025November>
  /** The schemas of 2025-11-25. */
  readonly '2025-11-25': Schemas<OfStateless>
  /** The schemas of 2026-07-28. */
  readonly '2026-07-28': Schemas<OfHandshake | OfCoreTasks>
}

const built = new Map<ProtocolVersion, object>()

/** Those of a revision are created at their first use: all of them together take several milliseconds. */
function schemasOf<Version extends ProtocolVersion>(version: Version): SchemasByVersion[Version] {
  const at = REVISIONS[version]
  const schemas = built.get(version) ?? {
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
  built.set(version, schemas)
  return schemas as SchemasByVersion[Version]
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
