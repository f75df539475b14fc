/** `connect()` for servers of 2026-07-28 only: the same client, without what earlier revisions need. */
import { type Connect, createConnectTo, type TypedConnect } from '../core/create-connect.ts'
import { VersionError } from '../core/errors.ts'
import { systemEnvironment } from '../core/util/environment.ts'
import { invalidArgument } from '../core/util/invalid-argument.ts'

const REMEDY = 'for earlier revisions import connect() from mcp-over-fetch'

const connectModern: Connect = /* @__PURE__ */ createConnectTo(systemEnvironment, undefined)

/**
 * Connects to an MCP server of revision 2026-07-28. It rejects with VersionError if the server speaks only earlier ones.
 *
 * @example
 * const client = await connect('https://tools.example.com/mcp')
 * console.log(await client.listTools())
 * await client.close()
 */
export const connect: TypedConnect = (async (url, options) => {
  if (options?.transport === 'sse') throw invalidArgument(`transport: mcp-over-fetch/modern has no HTTP+SSE; ${REMEDY}`)
  try {
    return await connectModern(url, options)
  } catch (error) {
    if (!(error instanceof VersionError)) throw error
    const { message, delivery, supported, requested, cause } = error
    throw new VersionError(`${message}; ${REMEDY}`, { delivery, supported, requested, cause })
  }
}) as Connect as TypedConnect

export {
  CapabilityError,
  ClosedError,
  ConnectError,
  ConnectionError,
  HttpError,
  InvalidMessageError,
  isMcpError,
  McpError,
  NotMcpEndpointError,
  RpcError,
  SessionLostError,
  TimeoutError,
  VersionError,
} from '../core/errors.ts'
export type * from '../core/index.ts'
