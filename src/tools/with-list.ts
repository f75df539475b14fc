/** The same tools with another list, also after `refresh()`. */
import type { ModelTool, ModelTools } from './types.ts'

export function withList(
  tools: ModelTools,
  change: (list: readonly ModelTool[]) => readonly ModelTool[],
  members?: (tools: ModelTools) => Partial<ModelTools>,
): ModelTools {
  const list = change(tools.list)
  const byName = new Map(list.map((tool) => [tool.name, tool]))
  return {
    ...tools,
    ...members?.(tools),
    list,
    find: (name) => byName.get(name),
    refresh: async () => withList(await tools.refresh(), change, members),
  }
}
