/** `subscriptions/listen`: one stream of changes, which is opened again when it breaks. */
import type { JsonRpcMessage, JsonRpcRequest } from '../../types/jsonrpc.ts'
import type { Change, SubscriptionFilter } from '../../types/subscriptions.ts'
import { type CallScope, withScope } from '../call-scope.ts'
import { notificationsOf, refusedPart, staleMethods, toChange } from '../change-notifications.ts'
import type { ClientContext } from '../context.ts'
import { type HttpError, InvalidMessageError, TimeoutError } from '../errors.ts'
import type { Channel } from '../rpc/channel.ts'
import { resultOf } from '../rpc/send.ts'
import { createEventCursor } from '../sse/event-cursor.ts'
import { isServerError, keepListening } from '../sse/keep-listening.ts'
import type { Messages } from '../sse/messages.ts'
import { isAnswer } from '../validation/json-rpc.ts'

const LISTEN = 'subscriptions/listen'

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged'

const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId'

/** Resolves when the server ends the subscription. */
export async function listenModern(
  context: ClientContext,
  channel: Channel,
  filter: SubscriptionFilter,
  onChange: (change: Change) => void,
  scope: CallScope,
  onHealth: (error?: unknown) => void,
): Promise<void> {
  const { environment, settings, emit, nextId, notifications, cache, refusals } = context
  let request!: JsonRpcRequest
  let isFirst = true
  let release = () => {}
  const open = (attempt: CallScope) => {
    request = { jsonrpc: '2.0', id: nextId(), method: LISTEN, params: { notifications: filter } }
    // Only the acknowledgement has a time limit; after it the stream may be silent (basic/patterns/subscriptions).
    const limits = { what: LISTEN, total: settings.timeout, limit: 'timeout' } as const
    return withScope(environment, limits, (opening) => openStream(opening, attempt))
  }
  const isFinal = (error: unknown, wasOpen: boolean) => {
    // The listener gets the errors of the application unchanged.
    if (!isServerError(error)) return true
    const { retryable, status } = error as HttpError
    if (!wasOpen) return error instanceof TimeoutError || (!retryable && status !== 409)
    // Another server may have taken over, which has no such subscriptions.
    refusals.publish(error)
    return false
  }
  // The acknowledgement alone does not show that the stream works.
  const isProgress = (batch: readonly JsonRpcMessage[]) =>
    batch.some((message) => !('method' in message && message.method === ACKNOWLEDGED))
  // Servers of this era replay nothing: of the position only `retry` is used.
  const cursor = createEventCursor()
  const messages = keepListening(context, { cursor, open, isFinal, isProgress, onHealth }, scope)
  try {
    for (;;) {
      const batch = await messages.next()
      if (!batch?.every(handleMessage)) return
    }
  } finally {
    release()
    messages.cancel()
  }

  async function openStream(opening: CallScope, attempt: CallScope): Promise<Messages> {
    release()
    release = attempt.onPassed((reason) => opening.abort(reason))
    const messages = await channel.send(request, opening, { onRetry: cursor.setRetry })
    let first: ReturnType<Messages['next']> | undefined = messages.next()
    await first.catch(() => opening.check())
    const next = () => {
      const batch = first ?? messages.next()
      first = undefined
      return batch
    }
    return { ...messages, next }
  }

  /** Returns false at the end of the subscription. */
  function handleMessage(message: JsonRpcMessage): boolean {
    if (isAnswer(message, request, settings)) {
      resultOf(message, request.method)
      return false
    }
    if (!('method' in message)) return true
    const { method, params = {} } = message
    const { [SUBSCRIPTION_ID]: id = request.id } = (params._meta ?? {}) as Record<string, unknown>
    // Servers that also run over stdio may end a subscription this way (basic/patterns/cancellation).
    if (method === 'notifications/cancelled') return `${params.requestId}` !== `${request.id}`
    // The id may be missing, since the stream identifies the subscription. Another id means another subscription.
    if (`${id}` !== `${request.id}`) return true
    if (method === ACKNOWLEDGED) acknowledge(params.notifications ?? {})
    else {
      const change = toChange(method, params, filter)
      emit?.({ type: 'notification', method, params })
      notifications.publish(method, params)
      if (change) onChange(change)
    }
    return true
  }

  /** Servers replay nothing, so cached results may be stale when the first stream opens and after every gap. */
  function acknowledge(granted: SubscriptionFilter): void {
    if (typeof granted !== 'object') throw new InvalidMessageError('Expected notifications in the acknowledgement')
    for (const method of notificationsOf(granted)) staleMethods(method).forEach(cache().invalidate)
    onChange({ type: 'subscribed', granted, refused: refusedPart(filter, granted) })
    if (!isFirst) onChange({ type: 'may-have-changed', reason: 'the stream was interrupted' })
    isFirst = false
  }
}
