/** The view of a tool beside its result. Its code is loaded with the first tool that has one. */
import type { CallToolResult, Tool } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { viewOf } from '../../../src/apps/tool.ts'
import type { Call, Result } from '../state/calls.ts'
import { catalog } from '../state/catalog.ts'
import { lazy } from '../ui/lazy.tsx'

export interface ViewProps {
  call: Call
  tool: Tool
  result: CallToolResult
}

const AppPanel = lazy<ViewProps>(() => import('./app-panel.tsx').then((module) => module.AppPanel))

export function ResultView({ call, result }: { call: Call; result: Result }): JSX.Element | null {
  const { action } = call
  if (action.kind !== 'tool') return null
  const tool = catalog.tools.value.items.find(({ name }) => name === action.name)
  return tool && viewOf(tool) ? (
    <AppPanel key={call.id} call={call} tool={tool} result={result as CallToolResult} />
  ) : null
}
