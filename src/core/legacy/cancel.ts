/** Cancelling in the legacy era: by `notifications/cancelled`, and a moment later by closing the response stream. */
import type { JsonRpcRequest } from '../../types/jsonrpc.ts'
import type { ClientContext } from '../context.ts'
import type { Channel } from '../rpc/channel.ts'
import { createDeadline, type Deadline, withDeadline } from '../util/deadline.ts'

/** Returns at once; a failure is only a warning. */
export function sendCancelled(
  { environment, warn, closing }: Pick<ClientContext, 'environment' | 'warn' | 'closing'>,
  post: Channel['post'],
  { id: requestId }: JsonRpcRequest,
  call: number | undefined,
): void {
  /** Milliseconds for the notification. */
  const timeout = 10_000
  const method = 'notifications/cancelled'
  const limits = { what: method, total: timeout, signals: [closing], call }
  withDeadline(environment, limits, (deadline) =>
    post({ jsonrpc: '2.0', method, params: { requestId } }, deadline),
  ).catch((error) => closing.aborted || warn(`${method} failed`, error, false, call))
}

/**
 * A deadline for the HTTP request of a call, which passes a moment after that of the call: some servers fail if they
 * cannot finish the response of a cancelled request, others stop only when it is closed.
 */
export function lingerAfter(
  { environment, settings, closing }: Pick<ClientContext, 'environment' | 'settings' | 'closing'>,
  owner: Deadline,
): Deadline {
  const lingering = createDeadline(environment, { what: 'cancelling', owner })
  owner.onPassed((reason) => {
    const moment = createDeadline(environment, { what: 'cancelling', total: settings.drain.maxMs, signals: [closing] })
    moment.onPassed(() => lingering.abort(reason))
  })
  return lingering
}
