/** Subscriptions to changes at a server, and the changes themselves. */

/** The parameters of `subscriptions/listen` (2026-07-28). For earlier servers they are translated. */
export interface SubscriptionFilter {
  /** Tools were added, removed or changed. */
  toolsListChanged?: boolean
  /** Prompts were added, removed or changed. */
  promptsListChanged?: boolean
  /** Resources were added or removed. */
  resourcesListChanged?: boolean
  /** The contents of the resources with these URIs changed. */
  resourceSubscriptions?: string[]
  /** The tasks with these ids changed (tasks extension). */
  taskIds?: string[]
}

/** A change at the server, or of the subscription to changes. */
export type Change =
  /** The subscription is active: `granted` is the part of the filter that the server reports, `refused` the rest. */
  | { type: 'subscribed'; granted: SubscriptionFilter; refused: SubscriptionFilter }
  | { type: 'tools' | 'prompts' | 'resources' }
  /** The URI may be a part of the resource that was subscribed to. */
  | { type: 'resource'; uri: string }
  | { type: 'task'; task: Record<string, unknown> }
  /** There was a gap in which changes may have been missed. */
  | { type: 'may-have-changed'; reason: string }
  /** The server ended the subscription. */
  | { type: 'closed' }
