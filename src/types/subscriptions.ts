/** What a client may be told of, and what it is told. */

/** In the words of `subscriptions/listen` (2026-07-28); earlier servers are asked in their own way. */
export interface SubscriptionFilter {
  toolsListChanged?: boolean
  promptsListChanged?: boolean
  resourcesListChanged?: boolean
  /** Addresses of resources. */
  resourceSubscriptions?: string[]
  /** Of the extension for tasks. */
  taskIds?: string[]
}

export type Change =
  /** What the server agreed to tell, and what it did not. */
  | { type: 'subscribed'; granted: SubscriptionFilter; refused: SubscriptionFilter }
  | { type: 'tools' | 'prompts' | 'resources' }
  /** It may be a part of what was subscribed to. */
  | { type: 'resource'; uri: string }
  | { type: 'task'; task: Record<string, unknown> }
  /** There was a gap, in which changes went unheard. */
  | { type: 'may-have-changed'; reason: string }
  /** The server ended the subscription. */
  | { type: 'closed' }
