/** `subscriptions/listen`: one stream for what a client wants to be told, opened again after a gap. */

import type { JsonRpcMessage, JsonRpcRequest } from '../../types/jsonrpc.ts'
import type { Change, SubscriptionFilter } from '../../types/subscriptions.ts'
import { missedBy, refusedOf, toChange } from '../change-notifications.ts'
import { InvalidMessageError, RpcError } from '../errors.ts'
import type { Caller } from '../rpc/call.ts'
import { createPosition } from '../sse/event-cursor.ts'
import { resumeMessages } from '../sse/resume.ts'
import type { Deadline } from '../util/deadline.ts'
import { isAnswer } from '../validation/json-rpc.ts'

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged'

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'

export async function listenModern(
  caller: Caller,
  filter: SubscriptionFilter,
  tell: (change: Change) => void,
  deadline: Deadline,
  onHealth: (healthy: boolean) => void,
): Promise<void> {
  const { wire, era, nextId, notices } = caller
  let request!: JsonRpcRequest
  let first = true
  const reopen = () => {
    request = { jsonrpc: '2.0', id: nextId(), method: 'subscriptions/listen', params: { notifications: filter } }
    return era.send(request, deadline)
  }
  // That the server promises to tell something is not yet something.
  const isNews = (batch: readonly JsonRpcMessage[]) =>
    batch.some((message) => !('method' in message && message.method === ACKNOWLEDGED))
  const position = createPosition()
  const resumption = { what: 'listening', position, reopen, always: true, isNews, onHealth } as const
  const messages = resumeMessages(wire, undefined, resumption, deadline)
  try {
    for (;;) {
      const batch = await messages.next()
      if (!batch?.every(take)) return
    }
  } finally {
    messages.cancel()
  }

  /** False at the end of the subscription. */
  function take(message: JsonRpcMessage): boolean {
    if (isAnswer(message, request)) {
      if ('error' in message) throw new RpcError(request.method, message.error)
      return false
    }
    if (!('method' in message)) return true
    const { method, params = {} } = message
    const { [SUBSCRIPTION]: id = request.id } = (params._meta ?? {}) as Record<string, unknown>
    // Servers that think of pipes end a subscription this way (basic/patterns/cancellation).
    if (method === 'notifications/cancelled') return `${params.requestId}` !== `${request.id}`
    // The stream says whose it is, so the id may be missing; but somebody else's is not for us.
    if (`${id}` !== `${request.id}`) return true
    if (method === ACKNOWLEDGED) acknowledge(params.notifications ?? {})
    else {
      const change = toChange(method, params, filter)
      if (change) {
        wire.emit?.({ type: 'notification', method, params })
        notices.publish(method, params)
        tell(change)
      }
    }
    return true
  }

  /** Nothing is replayed: what was kept is stale after every gap, and before the first stream. */
  function acknowledge(granted: SubscriptionFilter): void {
    if (typeof granted !== 'object') throw new InvalidMessageError('Expected notifications in the acknowledgement')
    for (const method of missedBy(granted)) notices.publish(method, {})
    tell({ type: 'subscribed', granted, refused: refusedOf(filter, granted) })
    if (!first) tell({ type: 'may-have-changed', reason: 'the stream was interrupted' })
    first = false
  }
}
