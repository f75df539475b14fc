/** The client: every verb, and live views of the server and the connection. */
import type { Connection } from './connection.ts'
import { CapabilityError, ClosedError } from './errors.ts'
import { callTool, listTools } from './features/tools.ts'
import type { CallOptions, Snapshot } from './options.ts'
import { startKeepalive } from './protocol/keepalive.ts'
import type { Agreement } from './protocol/negotiate.ts'
import type { Shared } from './protocol/session.ts'
import { call } from './rpc/call.ts'
import type { Implementation, ServerCapabilities } from './types/lifecycle.ts'
import type { CallToolResult, Tool } from './types/tools.ts'

/** What the server says of itself. */
export interface ServerView {
  readonly info: Implementation | undefined
  /** Undefined when the server did not say. */
  readonly capabilities: ServerCapabilities | undefined
  readonly instructions: string | undefined
}

export interface Client {
  readonly server: ServerView
  readonly connection: Connection
  /** Called after each change of `connection`. Returns the function that ends the subscription. */
  subscribe(listener: () => void): () => void
  /** All tools, from all pages. A server without the capability gives none. */
  listTools(options?: CallOptions): Promise<Tool[]>
  /** The result of a tool, also one that says `isError`. Throws only when there is no result. */
  callTool(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<CallToolResult>
  /** Asks the server for a sign of life. */
  ping(options?: CallOptions): Promise<void>
  /** The connection as plain JSON, for `connect(url, { snapshot })` elsewhere. It holds the session id: keep it secret. */
  snapshot(): Snapshot
  /** Ends the session. Calls in flight reject with ClosedError. */
  close(): Promise<void>
  /** Lets go of everything here, but leaves the session at the server. Calls in flight reject with ClosedError. */
  detach(): Promise<void>
}

export function createClient(shared: Shared, { era, state }: Agreement, closing: AbortController): Client {
  const caller = { ...shared, era }
  let closed: Promise<void> | undefined
  startKeepalive(caller, state)

  return {
    get server() {
      const { serverInfo: info, capabilities, instructions } = era.server
      return { info, capabilities, instructions }
    },
    get connection() {
      return state.view
    },
    subscribe: state.subscribe,
    async listTools(options) {
      const { capabilities } = era.server
      // Without any capabilities the server decides; without this one an empty list saves the request.
      if (!capabilities || capabilities.tools) return listTools(caller, options)
      if (!shared.wire.settings.strict) return []
      throw new CapabilityError('Expected a server with tools, got one without', { delivery: 'not-executed' })
    },
    callTool: (name, args, options) => callTool(caller, name, args, options),
    async ping(options) {
      await call(caller, 'ping', undefined, options)
    },
    snapshot() {
      const { session, server } = era
      const { transport } = state.view
      const known = { version: 1, url: shared.wire.url, transport, server, ...(session && { session }) } as const
      return JSON.parse(JSON.stringify(known))
    },
    close: () => end(false),
    detach: () => end(true),
  }

  function end(keep: boolean): Promise<void> {
    closed ??= finish(keep)
    return closed
  }

  async function finish(keep: boolean): Promise<void> {
    closing.abort(new ClosedError('The client was closed during the call'))
    shared.wire.drains.close()
    state.update({ status: 'closed', listening: 'off', keepAlive: false })
    await era.close(keep)
  }
}
