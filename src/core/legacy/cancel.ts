/** Cancelling in the legacy era: by `notifications/cancelled`, and a moment later by closing the response stream. */

import { CallScope, withScope } from '../call-scope.ts'
import type { ClientContext } from '../context.ts'
import type { Channel } from '../rpc/channel.ts'

/** Returns at once; a failure is only a warning. */
export function sendCancelled(
  { environment, warn, closing }: Pick<ClientContext, 'environment' | 'warn' | 'closing'>,
  post: Channel['post'],
  { request, call }: CallScope,
): void {
  /** Milliseconds for the notification. */
  const timeout = 10_000
  const method = 'notifications/cancelled'
  const limits = { what: method, total: timeout, signals: [closing], call }
  withScope(environment, limits, (scope) =>
    post({ jsonrpc: '2.0', method, params: { requestId: request!.id } }, scope),
  ).catch((error) => closing.aborted || warn(`${method} failed`, error, false, call))
}

/**
 * A scope for the HTTP request of a call, which passes a moment after that of the call: some servers fail if they
 * cannot finish the response of a cancelled request, others stop only when it is closed.
 */
export function lingerAfter(
  { environment, settings, closing }: Pick<ClientContext, 'environment' | 'settings' | 'closing'>,
  owner: CallScope,
): CallScope {
  const lingering = new CallScope(environment, { what: 'cancelling', owner })
  owner.onPassed((reason) => {
    const moment = new CallScope(environment, { what: 'cancelling', total: settings.drain.maxMs, signals: [closing] })
    moment.onPassed(() => lingering.abort(reason))
  })
  return lingering
}
