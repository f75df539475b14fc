/** What a tool says about its app. */
import { isObject } from '../core/util/is-object.ts'
import type { Tool } from '../types/tools.ts'

/** The media type of views. */
export const APP_MIME_TYPE = 'text/html;profile=mcp-app'

/**
 * The extension to declare, so that servers offer tools with views.
 *
 * @example
 * const client = await connect('https://tools.example.com/mcp', { extensions: appsExtension })
 */
export const appsExtension: { readonly 'io.modelcontextprotocol/ui': { readonly mimeTypes: readonly string[] } } = {
  'io.modelcontextprotocol/ui': { mimeTypes: [APP_MIME_TYPE] },
}

/** The URI of the tool's view; undefined for a tool without one. */
export function viewOf({ _meta }: Tool): string | undefined {
  const { ui } = _meta ?? {}
  // The flat key is deprecated, but servers still send it.
  const uri = (isObject(ui) && ui.resourceUri) || _meta?.['ui/resourceUri']
  return typeof uri === 'string' && uri.startsWith('ui://') ? uri : undefined
}

/** Whether a model, or an app, may see and call the tool. By default both may. */
export function isVisibleTo(tool: Tool, who: 'model' | 'app'): boolean {
  const { ui } = tool._meta ?? {}
  const visibility = isObject(ui) ? ui.visibility : undefined
  return !Array.isArray(visibility) || visibility.includes(who)
}
