/** A reply as the messages in it, whether the server chose JSON or a stream. */
import { InvalidMessageError } from '../errors.ts'
import type { JsonRpcMessage } from '../types/jsonrpc.ts'
import { readText } from '../util/body.ts'
import type { Deadline } from '../util/deadline.ts'
import type { Reply, Wire } from './http.ts'
import { parseMessages } from './jsonrpc.ts'
import { readEvents } from './sse.ts'

export interface Messages {
  /** What one read brought; undefined at the end. */
  next(): Promise<JsonRpcMessage[] | undefined>
  /** Nobody needs the rest: it is read on in the background, so that the connection can be used again. */
  drain(): void
  cancel(): void
}

/** Throws for a reply that cannot hold the answer to a request. */
export function readMessages(wire: Wire, reply: Reply, rpc: string, deadline: Deadline): Messages {
  const { n, body, type, status } = reply
  const { message: limit } = wire.settings.limits
  const readers: Record<string, () => Messages['next']> = {
    'application/json': fromJson,
    'text/event-stream': fromStream,
  }
  const reader = readers[type]
  if (reader) return { next: reader(), drain, cancel: body.cancel }
  drain()
  throw unexpected('application/json or text/event-stream', type || `status ${status} without a content type`)

  function drain(): void {
    wire.drains.start(n, body)
  }

  function unexpected(expected: string, came: string): InvalidMessageError {
    return new InvalidMessageError(`Expected ${expected} in answer to ${rpc} from ${wire.address}, got ${came}`)
  }

  function tooLong(): InvalidMessageError {
    return unexpected(`a message of at most ${limit} bytes (limits.message)`, 'a longer one')
  }

  function fromJson(): Messages['next'] {
    let read = false
    return async () => {
      if (read) return undefined
      read = true
      const { text, cut } = await readText(body, limit, deadline)
      if (cut) throw tooLong()
      const { messages, rejected } = parseMessages(text)
      for (const { reason } of rejected) throw unexpected('JSON-RPC messages', text ? reason : 'an empty body')
      return messages
    }
  }

  function fromStream(): Messages['next'] {
    const { emit } = wire
    const nextEvents = readEvents(body, limit, tooLong, deadline)
    emit?.({ type: 'stream-opened', n })
    return async () => {
      for (;;) {
        const events = await nextEvents()
        if (!events) return undefined
        const batch: JsonRpcMessage[] = []
        for (const { event = 'message', id, data } of events) {
          emit?.({ type: 'stream-event', n, event, ...(id !== undefined && { id }), length: data.length })
          // An event without data carries only its id; events of other types are not for us.
          if (event !== 'message' || !data) continue
          const { messages, rejected } = parseMessages(data)
          for (const item of rejected) emit?.({ type: 'quarantined', ...item })
          batch.push(...messages)
        }
        if (!batch.length) continue
        deadline.touch()
        return batch
      }
    }
  }
}
