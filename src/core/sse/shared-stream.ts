/** Sorts the messages of one shared stream by the request they belong to. */

import type { JsonRpcMessage, JsonRpcRequest } from '../../types/jsonrpc.ts'
import { ConnectionError, InvalidMessageError } from '../errors.ts'
import type { Deadline } from '../util/deadline.ts'
import { isId } from '../validation/json-rpc.ts'
import type { Messages } from './messages.ts'

/** What may wait to be taken: messages, and characters of them. */
const MOST_MESSAGES = 10_000
const MOST_LENGTH = 67_108_864

export interface Mailbox {
  /** What comes for this request, from now on. */
  open(request: JsonRpcRequest, deadline: Deadline): Messages & { arrived: Promise<void> }
  /** False when the message is for no request. Throws when nobody takes what comes. */
  deliver(message: JsonRpcMessage, length: number): boolean
  /** Nothing comes any more: all who wait get the reason. */
  close(reason: unknown): void
}

interface Box {
  waiting: { message: JsonRpcMessage; length: number }[]
  wake(): void
}

export function createMailbox(): Mailbox {
  const boxes = new Map<string, Box>()
  let closed: { reason: unknown } | undefined
  let count = 0
  let total = 0

  return {
    open({ id, method }, deadline) {
      const box: Box = { waiting: [], wake() {} }
      const arrival = () =>
        new Promise<void>((resolve) => {
          box.wake = resolve
        })
      const arrived = arrival()
      boxes.set(`${id}`, box)
      if (closed) box.wake()
      const leave = () => {
        empty(box)
        boxes.delete(`${id}`)
      }
      return {
        async next() {
          while (!box.waiting.length) {
            if (closed) throw explain(closed.reason, method)
            await deadline.race(arrival())
          }
          deadline.touch()
          return empty(box)
        },
        drain: leave,
        cancel: leave,
        arrived,
      }
    },
    deliver(message, length) {
      // A log message names no request; with one call in flight it is clear whose it is.
      const [only] = isLog(message) && boxes.size === 1 ? boxes.values() : []
      const box = only ?? boxes.get(`${keyOf(message)}`)
      if (!box) return false
      box.waiting.push({ message, length })
      count++
      total += length
      box.wake()
      if (count <= MOST_MESSAGES && total <= MOST_LENGTH) return true
      throw new InvalidMessageError(`Expected at most ${MOST_MESSAGES} messages that nobody takes, got more`)
    },
    close(reason) {
      closed ??= { reason }
      for (const box of boxes.values()) box.wake()
    },
  }

  function empty(box: Box): JsonRpcMessage[] {
    const { waiting } = box
    box.waiting = []
    count -= waiting.length
    for (const { length } of waiting) total -= length
    return waiting.map(({ message }) => message)
  }
}

/** What the server did wrong concerns every call; that its stream ended is told to each by name. */
function explain(cause: unknown, method: string): unknown {
  if (cause instanceof InvalidMessageError) return cause
  return new ConnectionError(`The stream ended before the answer to ${method}`, { retryable: true, cause })
}

const isLog = (message: JsonRpcMessage) => 'method' in message && message.method === 'notifications/message'

/** An answer names its request; progress names it by its token, which is the id of the request. */
function keyOf(message: JsonRpcMessage): unknown {
  if (!('method' in message)) return message.id
  const token = message.params?.progressToken
  return message.method === 'notifications/progress' && isId(token) ? token : undefined
}
