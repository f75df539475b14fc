/** What the features of one server remember, shared by all of its clients. */

export interface Realm {
  /** How often `counter` was executed. */
  executions: number
  /** Whether the item that comes and goes is in the list now. */
  extra: { tools: boolean; prompts: boolean; resources: boolean }
  /** How often each resource was updated. */
  updates: Map<string, number>
}

export function createRealm(): Realm {
  return { executions: 0, extra: { tools: false, prompts: false, resources: false }, updates: new Map() }
}
