/** `notifications/cancelled`: closing the response stream does not cancel a request in the legacy era. */
import type { JsonRpcRequest } from '../../types/jsonrpc.ts'
import type { ClientContext } from '../context.ts'
import type { Channel } from '../rpc/channel.ts'
import { withDeadline } from '../util/deadline.ts'

/** Milliseconds for the notification. */
const TIMEOUT = 10_000

/** Returns at once; a failure is only a warning. */
export function sendCancelled(
  { environment, warn, closing }: Pick<ClientContext, 'environment' | 'warn' | 'closing'>,
  post: Channel['post'],
  { id: requestId }: JsonRpcRequest,
): void {
  const method = 'notifications/cancelled'
  const limits = { what: method, total: TIMEOUT, signals: [closing] }
  withDeadline(environment, limits, (deadline) =>
    post({ jsonrpc: '2.0', method, params: { requestId } }, deadline),
  ).catch((error) => closing.aborted || warn(`${method} failed`, error))
}
