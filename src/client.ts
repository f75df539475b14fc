/** The client: every verb, and live views of the server and the connection. */
import { ClosedError } from './errors.ts'
import type { Status } from './events.ts'
import { callTool, listTools } from './features/tools.ts'
import type { CallOptions } from './options.ts'
import type { Agreement } from './protocol/negotiate.ts'
import type { Implementation, ServerCapabilities } from './types/lifecycle.ts'
import type { CallToolResult, Tool } from './types/tools.ts'
import { attempt } from './util/attempt.ts'

/** What the server says of itself. */
export interface ServerView {
  readonly info: Implementation | undefined
  /** Undefined when the server did not say. */
  readonly capabilities: ServerCapabilities | undefined
  readonly instructions: string | undefined
}

/** A new object with every change, so that two views can be compared. */
export interface Connection {
  readonly transport: 'streamable-http'
  readonly era: 'legacy'
  readonly protocolVersion: string
  readonly status: Status
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
  /** Ends the session. Calls in flight reject with ClosedError. */
  close(): Promise<void>
}

export function createClient({ caller, server }: Agreement, closing: AbortController): Client {
  const { wire, era } = caller
  const { serverInfo: info, capabilities, instructions } = server
  const listeners = new Set<() => void>()
  let connection: Connection
  let closed: Promise<void> | undefined
  update('connected')

  return {
    server: { info, capabilities, instructions },
    get connection() {
      return connection
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    // An empty list saves the request; without any capabilities the server decides.
    listTools: async (options) => (capabilities && !capabilities.tools ? [] : listTools(caller, options)),
    callTool: (name, args, options) => callTool(caller, name, args, options),
    close() {
      closed ??= end()
      return closed
    },
  }

  async function end(): Promise<void> {
    closing.abort(new ClosedError('The client was closed during the call'))
    wire.drains.close()
    update('closed')
    await era.close()
  }

  function update(status: Status): void {
    const { transport, name } = era
    connection = { transport, era: name, protocolVersion: server.protocolVersion, status }
    wire.emit?.({ type: 'status', status })
    for (const listener of listeners) {
      attempt(listener, (error) => wire.warn('A connection listener failed', error))
    }
  }
}
