/** The transports of the handshake revisions: one after the other, until a server shakes hands. */

import { isModernRefusal, supportedBy, UNSUPPORTED_VERSION } from '../era-signals.ts'
import {
  type ConnectAttempt,
  ConnectError,
  ConnectionError,
  HttpError,
  InvalidMessageError,
  type McpError,
  NotMcpEndpointError,
  RpcError,
  TimeoutError,
  VersionError,
} from '../errors.ts'
import type { Wire } from '../http/http-client.ts'
import { openSession, type Session, type Shared } from '../legacy/handshake.ts'
import { openHttpSse } from '../legacy/http-sse.ts'
import { createStreamable } from '../legacy/streamable-http.ts'
import { handshakesOf } from '../revisions.ts'
import type { Deadline } from '../util/deadline.ts'

export type Kind = 'streamable-http' | 'sse'

export async function openTransport(
  shared: Shared,
  kind: Kind,
  deadline: Deadline,
  versions: readonly string[] = handshakesOf(shared.wire.settings),
): Promise<Session> {
  const link = kind === 'sse' ? await openHttpSse(shared, deadline) : createStreamable(shared.wire)
  return openSession(link, shared, deadline, versions)
}

/** What `open` makes of the first transport that the server does not refuse as such. */
export async function tryTransports<T>(
  { wire }: Shared,
  kinds: readonly Kind[],
  open: (kind: Kind) => Promise<T>,
  deadline: Deadline,
  signal?: AbortSignal,
): Promise<{ value: T; refused: ConnectAttempt | undefined }> {
  const attempts: ConnectAttempt[] = []
  for (const kind of kinds) {
    try {
      return { value: await open(kind), refused: attempts[0] }
    } catch (error) {
      // The caller's own reason, what the given fetch says, and what no other transport would change.
      if (signal?.aborted || !isFailure(error) || (deadline.passed && !attempts.length)) throw error
      const { status, bodyHead } = error as HttpError
      attempts.push({ transport: kind, status, bodyHead, error })
      if (!isMismatch(error)) break
    }
  }
  throw explain(attempts, wire)
}

function isFailure(error: unknown): boolean {
  return [HttpError, RpcError, ConnectionError, InvalidMessageError, NotMcpEndpointError, TimeoutError].some(
    (type) => error instanceof type,
  )
}

/** Whether the server may speak the other transport. Nothing else than how it refuses this one can tell. */
function isMismatch(error: unknown): boolean {
  const { status = 0 } = error as { status?: number }
  if (error instanceof NotMcpEndpointError) return true
  return [400, 404, 405, 406, 411, 415].includes(status) && !isModernRefusal(error)
}

function explain(attempts: readonly ConnectAttempt[], { address, settings: { versions } }: Wire): McpError {
  const [{ error: cause }] = attempts as [ConnectAttempt]
  const delivery = 'not-executed'
  const { message, retryable } = cause as McpError
  const isForeign = cause instanceof InvalidMessageError || cause instanceof NotMcpEndpointError
  if (isForeign && !attempts[1]) return new NotMcpEndpointError(message, { delivery, cause })
  const supported = supportedBy(cause)
  if ((cause as RpcError).rpcCode === UNSUPPORTED_VERSION && supported) {
    return new VersionError(`The server speaks ${supported.slice(0, 9)}`, { delivery, supported, requested: versions })
  }
  const tries = attempts.map(({ transport, error }) => `over ${transport}: ${(error as McpError).message}`)
  const text = `Could not connect to ${address} ${tries.join('; ')}`
  return new ConnectError(text, { delivery, retryable, attempts, cause })
}
