/** What the tools for tests change on their server, shared by all of its clients. */

export interface ContentState {
  /** How often the tool `counter` was executed. */
  executions: number
  /** Whether the extra item is in the list now. */
  extra: { tools: boolean; prompts: boolean; resources: boolean }
  /** How often each resource was updated. */
  updates: Map<string, number>
}

export function createContentState(): ContentState {
  return { executions: 0, extra: { tools: false, prompts: false, resources: false }, updates: new Map() }
}
