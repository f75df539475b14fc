/** Snapshots: a connection as plain JSON, from which another client continues without a handshake. */
import type { ConnectedContext } from '../context.ts'
import { findParamHeaders } from '../modern/request-headers.ts'
import type { Snapshot } from '../resume-token.ts'
import { isShallow } from '../util/nesting.ts'

export function takeSnapshot({ http, channel, tools, emit }: ConnectedContext): Snapshot {
  const { sessionHeaders: session, server: introduction, revision, transport } = channel.current
  const server = Object.fromEntries(Object.entries(introduction).filter(isJson))
  // Only tools with `Mcp-Param-*` headers; others can be listed again.
  const withHeaders = tools.names
    .map((name) => tools.get(name)!)
    .filter(({ inputSchema }) => findParamHeaders(inputSchema).headers.length)
    .filter((tool) => isJson([tool.name, tool]))
  const snapshot = { version: 1, url: http.givenUrl, transport, era: revision.era, session, server, tools: withHeaders }
  return JSON.parse(JSON.stringify(snapshot))

  function isJson([name, value]: [string, unknown]): boolean {
    const fits = isShallow(value)
    if (!fits) emit?.({ type: 'ignored', reason: 'nested too deep for a snapshot', value: name })
    return fits
  }
}
