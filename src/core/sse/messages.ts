/** A reply as the messages in it, whether the server chose JSON or a stream. */

import type { JsonRpcMessage } from '../../types/jsonrpc.ts'
import { InvalidMessageError } from '../errors.ts'
import type { Reply, Wire } from '../http/http-client.ts'
import { readText } from '../util/body.ts'
import type { Deadline } from '../util/deadline.ts'
import { parseMessages } from '../validation/json-rpc.ts'
import type { Position } from './event-cursor.ts'
import { readEvents } from './parse.ts'

export interface Messages {
  /** What one read brought; undefined at the end. */
  next(): Promise<JsonRpcMessage[] | undefined>
  drain(): void
  cancel(): void
}

/** Throws for a reply that cannot hold the answer to a request. */
export function readMessages(wire: Wire, reply: Reply, rpc: string, deadline: Deadline, position?: Position): Messages {
  const { emit, settings } = wire
  const { n, body, type, status, drain } = reply
  const { message: limit } = settings.limits
  if (type === 'text/event-stream') return { next: fromStream(), drain, cancel: body.cancel }
  if (type === 'application/json') return { next: fromJson(), drain, cancel: body.cancel }
  drain()
  throw unexpected('application/json or text/event-stream', type || `status ${status} without a content type`)

  function unexpected(expected: string, came: string): InvalidMessageError {
    return new InvalidMessageError(`Expected ${expected} in answer to ${rpc} from ${wire.address}, got ${came}`)
  }

  function tooLong(): InvalidMessageError {
    return unexpected(`at most ${limit} bytes (limits.message)`, 'more')
  }

  function fromJson(): Messages['next'] {
    let read = false
    return async () => {
      if (read) return undefined
      read = true
      const { text, cut } = await readText(body, limit, deadline)
      if (cut) throw tooLong()
      return parseMessages(text, (reason) => {
        throw unexpected('JSON-RPC', text ? reason : 'an empty body')
      })
    }
  }

  function fromStream(): Messages['next'] {
    const nextEvents = readEvents(body, { limit, tooLong, deadline, position })
    return async () => {
      for (;;) {
        const events = await nextEvents()
        if (!events) return undefined
        const batch: JsonRpcMessage[] = []
        for (const { event = 'message', id, data } of events) {
          emit?.({ type: 'stream-event', n, event, id, length: data.length })
          // An event without data carries only its id; events of other types are not for us.
          if (event !== 'message' || !data) continue
          batch.push(...parseMessages(data, (reason, value) => emit?.({ type: 'quarantined', reason, value })))
        }
        if (batch.length) {
          deadline.touch()
          return batch
        }
      }
    }
  }
}
