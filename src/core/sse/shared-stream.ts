/** Sorts the messages of the one HTTP+SSE stream by the request that they belong to. */
import type { JsonRpcMessage, JsonRpcRequest } from '../../types/jsonrpc.ts'
import type { CallScope } from '../call-scope.ts'
import { ConnectionError, InvalidMessageError } from '../errors.ts'
import { isId } from '../validation/json-rpc.ts'
import type { Messages } from './messages.ts'

/** The messages for one request. */
export interface SharedMessages extends Messages {
  /** Resolves with the first message, or when the stream has ended. */
  readonly arrived: Promise<void>
  /** The POST has failed: `next()` throws this after the messages that have arrived. */
  fail(error: unknown): void
}

export interface SharedStream {
  /** Open requests. */
  readonly size: number
  /**
   * The messages for this request, from now on. `stopSending` is called before the end of the stream fails the request:
   * what was not sent by then never is.
   */
  open(request: JsonRpcRequest, scope: CallScope, stopSending: () => void): SharedMessages
  /** A part of a message has arrived, which any request may be waiting for. */
  touch(): void
  /** Returns false for a message that belongs to no open request. Throws when too much waits to be read. */
  deliver(message: JsonRpcMessage, length: number): boolean
  /** Calls `run` as soon as no request is open. */
  onIdle(run: () => void): void
  /** The stream has ended: all open requests fail with the reason. */
  close(reason: unknown): void
}

interface Queue {
  waiting: { message: JsonRpcMessage; length: number }[]
  scope: CallScope
  failure?: { error: unknown }
  wake(): void
}

export function createSharedStream({ strict }: { strict: boolean }): SharedStream {
  /** Characters of messages that may wait to be read. */
  const maxLength = 67_108_864
  /** Messages that may wait to be read. */
  const maxMessages = 10_000
  const queues = new Map<unknown, Queue>()
  // Some servers return a numeric id as text.
  const keyOf = (id: unknown) => (strict ? id : `${id}`)
  let closed: { reason: unknown } | undefined
  let onIdle: (() => void) | undefined
  let waitingMessages = 0
  let waitingLength = 0

  return {
    get size() {
      return queues.size
    },
    open({ id, method }, scope, stopSending) {
      const queue: Queue = { waiting: [], scope, wake() {} }
      const arrival = () =>
        new Promise<void>((resolve) => {
          queue.wake = resolve
        })
      const arrived = arrival()
      queues.set(keyOf(id), queue)
      if (closed) queue.wake()
      const remove = () => {
        takeAll(queue)
        queues.delete(keyOf(id))
        if (!queues.size) onIdle?.()
      }
      return {
        async next() {
          while (!queue.waiting.length) {
            if (queue.failure) throw queue.failure.error
            if (closed) {
              stopSending()
              throw toError(closed.reason, method, scope)
            }
            await scope.race(arrival())
          }
          return takeAll(queue)
        },
        drain: remove,
        cancel: remove,
        arrived,
        fail(error) {
          queue.failure = { error }
          queue.wake()
        },
      }
    },
    touch() {
      for (const { scope } of queues.values()) scope.touch()
    },
    deliver(message, length) {
      // These name no request; with one call in flight they must belong to that.
      const [only] = (isLog(message) || isErrorWithoutId(message)) && queues.size === 1 ? queues.values() : []
      const queue = only ?? queues.get(keyOf(requestIdOf(message)))
      if (!queue) return false
      queue.scope.touch()
      queue.waiting.push({ message, length })
      waitingMessages++
      waitingLength += length
      queue.wake()
      if (waitingMessages <= maxMessages && waitingLength <= maxLength) return true
      throw new InvalidMessageError(
        `Expected at most ${maxMessages} messages of ${maxLength} characters in all that wait to be read, got more`,
      )
    },
    onIdle(run) {
      onIdle = run
      if (!queues.size) run()
    },
    close(reason) {
      closed ??= { reason }
      for (const queue of queues.values()) queue.wake()
    },
  }

  function takeAll(queue: Queue): JsonRpcMessage[] {
    const { waiting } = queue
    queue.waiting = []
    waitingMessages -= waiting.length
    for (const { length } of waiting) waitingLength -= length
    return waiting.map(({ message }) => message)
  }
}

/** An invalid message fails every call as it is; the end of the stream fails each with an error that names its method. */
function toError(cause: unknown, method: string, { isSent }: CallScope): unknown {
  if (cause instanceof InvalidMessageError) return cause
  const delivery = isSent ? 'unknown' : 'not-executed'
  return new ConnectionError(`The stream ended before the answer to ${method}`, { delivery, retryable: true, cause })
}

const isLog = (message: JsonRpcMessage) => 'method' in message && message.method === 'notifications/message'

const isErrorWithoutId = (message: JsonRpcMessage) => 'error' in message && message.id == null

/** Responses name their request by its id; progress by its token, which we set to the id. */
function requestIdOf(message: JsonRpcMessage): unknown {
  if (!('method' in message)) return message.id
  const token = message.params?.progressToken
  return message.method === 'notifications/progress' && isId(token) ? token : undefined
}
