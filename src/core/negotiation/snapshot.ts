/** Snapshots: a connection as plain JSON, from which another client continues without a handshake. */
import type { Connection } from '../connection-state.ts'
import type { ClientContext, ConnectedContext } from '../context.ts'
import { createStreamableHttp } from '../legacy/streamable-http.ts'
import { findParamHeaders } from '../modern/param-headers.ts'
import type { Snapshot } from '../resume-token.ts'
import { MODERN_VERSION } from '../revisions.ts'
import type { DetectedServer } from './detection-result.ts'

export function takeSnapshot({ http, channel, tools }: ConnectedContext, { transport, era }: Connection): Snapshot {
  const { sessionHeaders: session, server } = channel.current
  // Only tools with `Mcp-Param-*` headers; others can be listed again.
  const withHeaders = [...tools.values()].filter(({ inputSchema }) => findParamHeaders(inputSchema).headers.length)
  const snapshot = { version: 1, url: http.givenUrl, transport, era, session, server, tools: withHeaders }
  return JSON.parse(JSON.stringify(snapshot))
}

/** Sends nothing: a session that has ended is replaced at the first call. Undefined if the snapshot cannot be continued. */
export function fromSnapshot(context: ClientContext, snapshot: Snapshot): DetectedServer | undefined {
  const { era, transport: transportKind, session, server } = snapshot
  for (const tool of snapshot.tools ?? []) context.tools.set(tool.name, tool)
  const common = { transportKind, era, server, reason: 'remembered', certain: false } as const
  const { versions } = context.settings
  if (era === 'modern') return versions.includes(MODERN_VERSION) ? common : undefined
  if (!session || !versions.includes(server.protocolVersion)) return undefined
  return { ...common, session: { transport: createStreamableHttp(context, { ...session }), server } }
}
