/** Reads the JSON-RPC messages of a response, whether the server chose JSON or an event stream. */
import type { JsonRpcMessage } from '../../types/jsonrpc.ts'
import { InvalidMessageError } from '../errors.ts'
import type { HttpContext } from '../http/http-client.ts'
import { redactUrl } from '../http/redact.ts'
import type { HttpResponse } from '../http/request.ts'
import { readText } from '../util/body.ts'
import type { Deadline } from '../util/deadline.ts'
import type { EventCursor } from './event-cursor.ts'
import { readEvents } from './parse.ts'

export interface Messages {
  /** The messages of one read; undefined at the end. */
  next(): Promise<JsonRpcMessage[] | undefined>
  /** Reads the rest in the background, so that the connection can be reused. */
  drain(): void
  cancel(): void
}

/** Throws for a response whose content type cannot contain the answer to a request. Each batch passes `filter`. */
export function readMessages(
  { http, settings, emit }: HttpContext,
  response: HttpResponse,
  rpcMethod: string,
  deadline: Deadline,
  cursor?: EventCursor,
  filter: (batch: JsonRpcMessage[]) => JsonRpcMessage[] = (batch) => batch,
): Messages {
  const { requestNumber, body, type, status, drain } = response
  const { messageBytes: limit } = settings.limits
  if (type === 'text/event-stream') return { next: fromStream(), drain, cancel: body.cancel }
  if (type === 'application/json') return { next: fromJson(), drain, cancel: body.cancel }
  drain()
  throw unexpected(
    'application/json or text/event-stream',
    http.redact(type) || `status ${status} without a content type`,
  )

  function unexpected(expected: string, actual: string): InvalidMessageError {
    return new InvalidMessageError(
      `Expected ${expected} in answer to ${rpcMethod} from ${redactUrl(http.endpoint)}, got ${actual}`,
    )
  }

  function tooLong(): InvalidMessageError {
    return unexpected(`at most ${limit} bytes (limits.messageBytes)`, 'more')
  }

  function fromJson(): Messages['next'] {
    let wasRead = false
    return async () => {
      if (wasRead) return undefined
      wasRead = true
      const { text, truncated } = await readText(body, limit, deadline)
      if (truncated) throw tooLong()
      const batch = http.parseMessages(text, (reason) => {
        throw unexpected('JSON-RPC', text ? reason : 'an empty body')
      })
      return filter(batch)
    }
  }

  function fromStream(): Messages['next'] {
    const nextEvents = readEvents(body, { limit, tooLong, deadline, cursor })
    const reject = (reason: string, value: unknown) => emit?.({ type: 'ignored', reason, value }, deadline.call)
    return async () => {
      for (;;) {
        const events = await nextEvents()
        if (!events) return undefined
        const batch: JsonRpcMessage[] = []
        for (const { event = 'message', id, data } of events) {
          emit?.({ type: 'stream-event', request: requestNumber, event, id, length: data.length }, deadline.call)
          // An event without data only carries its id; MCP uses no other event type on these streams.
          if (event !== 'message' || !data) continue
          http.parseMessages(data, reject, batch)
        }
        if (batch.length) {
          deadline.touch()
          return filter(batch)
        }
      }
    }
  }
}
