/** Tools with views, for `createMockServer()`. */
import type { MockResource } from '../mock/content.ts'
import type { MockTool } from '../mock/tool.ts'

/** A view of a mock server. */
export interface MockApp {
  /** Its HTML. */
  html: string
  /** The domains it declares, as a server would write them. */
  csp?: object
  /** The features it asks for. */
  permissions?: object
  /** Who may call its tool. @default the model and apps */
  visibility?: readonly ('model' | 'app')[]
  /** The media type of the resource. @default 'text/html;profile=mcp-app' */
  mimeType?: string
  /** The tool. @default it returns its arguments as text */
  run?: (args: Record<string, unknown>) => unknown
}

/**
 * The tools and resources of these apps: the app `clock` is a tool of that name with the view `ui://mock/clock`.
 *
 * @example
 * const server = createMockServer(mockApps({ clock: { html: '<p>12 o’clock' } }))
 */
export function mockApps(apps: Record<string, MockApp>): {
  tools: Record<string, MockTool<Record<string, unknown>>>
  resources: Record<string, MockResource>
} {
  const entries = Object.entries(apps)
  return {
    tools: Object.fromEntries(
      entries.map(([name, { visibility, run = (args: object) => JSON.stringify(args) }]) => [
        name,
        {
          _meta: { ui: { resourceUri: uriOf(name), ...(visibility && { visibility }) } },
          run: (args: Record<string, unknown>) => run(args) as string,
        } satisfies MockTool<Record<string, unknown>>,
      ]),
    ),
    resources: Object.fromEntries(
      entries.map(([name, { html, csp, permissions, mimeType = 'text/html;profile=mcp-app' }]) => [
        uriOf(name),
        { mimeType, read: html, _meta: { ui: { ...(csp && { csp }), ...(permissions && { permissions }) } } },
      ]),
    ),
  }
}

const uriOf = (name: string) => `ui://mock/${name}`
