/** Transport fallback: tries the transports one after the other, until the server does not refuse one. */
import type { TransportKind } from '../../types/lifecycle.ts'
import type { CallScope } from '../call-scope.ts'
import type { ClientContext } from '../context.ts'
import { UNSUPPORTED_VERSION } from '../error-codes.ts'
import {
  type ConnectAttempt,
  ConnectError,
  ConnectionError,
  HttpError,
  InvalidMessageError,
  type McpError,
  NotMcpEndpointError,
  noCommonVersion,
  RpcError,
  TimeoutError,
} from '../errors.ts'
import { redactUrl } from '../http/redact.ts'
import { isModernRefusal, supportedVersions } from '../refusals.ts'

/** Statuses with which a server may refuse a transport that it does not support. */
const REFUSALS = [400, 404, 405, 406, 411, 415]

/** The value of `open` for the first transport that is not refused, and the attempt that was refused before it. */
export async function tryTransports<T>(
  context: ClientContext,
  kinds: readonly TransportKind[],
  open: (kind: TransportKind) => Promise<T>,
  scope: CallScope,
  signal?: AbortSignal,
): Promise<{ value: T; refused: ConnectAttempt | undefined }> {
  const attempts: ConnectAttempt[] = []
  for (const kind of kinds) {
    try {
      return { value: await open(kind), refused: attempts[0] }
    } catch (error) {
      // An abort of the caller, errors of a wrapping fetch and a timeout of the first transport pass unchanged.
      if (signal?.aborted || !isTransportError(error) || (scope.passed && !attempts.length)) throw error
      const { status, bodyPreview } = error as HttpError
      attempts.push({ transport: kind, status, bodyPreview, error })
      if (!mayBeOtherTransport(error)) break
    }
  }
  throw toConnectError(attempts, context)
}

function isTransportError(error: unknown): boolean {
  return [HttpError, RpcError, ConnectionError, InvalidMessageError, NotMcpEndpointError, TimeoutError].some(
    (type) => error instanceof type,
  )
}

/** Whether the way in which the server refuses this transport leaves the other one possible. */
function mayBeOtherTransport(error: unknown): boolean {
  const { status = 0 } = error as { status?: number }
  return error instanceof NotMcpEndpointError || (REFUSALS.includes(status) && !isModernRefusal(error))
}

function toConnectError(attempts: readonly ConnectAttempt[], { http, settings }: ClientContext): McpError {
  const [{ error: cause, status }] = attempts as [ConnectAttempt]
  const delivery = 'not-executed'
  const { message, retryable, wwwAuthenticate } = cause as HttpError
  const isOtherProtocol = cause instanceof InvalidMessageError || cause instanceof NotMcpEndpointError
  const hint = (cause as ConnectionError).hint || findRemedy(isOtherProtocol ? 404 : status, http.endpoint)
  const remedy = hint && !message.includes(hint) ? `; ${hint}` : ''
  if (isOtherProtocol && !attempts[1]) return new NotMcpEndpointError(message + remedy, { delivery, cause })
  const supported = supportedVersions(cause)
  if ((cause as RpcError).rpcCode === UNSUPPORTED_VERSION && supported?.length) {
    return noCommonVersion(supported, settings.versions, cause)
  }
  const tries = attempts.map(
    ({ transport, error }) => (error as McpError).message + (attempts[1] ? ` (${transport})` : ''),
  )
  const text = `Could not connect to ${redactUrl(http.endpoint)}: ${tries.join('; ')}${remedy}`
  // An error of the network says more than ours around it, which is among the attempts.
  const reason = (cause instanceof ConnectionError && cause.cause) || cause
  return new ConnectError(text, { delivery, retryable, attempts, status, hint, wwwAuthenticate, cause: reason })
}

/** What the caller can do about this status of the first response. */
function findRemedy(status: number | undefined, endpoint: string): string | undefined {
  if (status === 401) return 'it requires authorization: use the option headers, or oauth() of mcp-over-fetch/oauth'
  const isUsualPath = /\/(mcp|sse)\/?$/.test(new URL(endpoint).pathname)
  if (status === 404 || status === 405) return isUsualPath ? 'check the path' : 'many servers are at /mcp'
  return (status ?? 400) < 400 ? 'if that is the server, connect to it directly' : undefined
}
