/** Reads the JSON-RPC messages of a response, whether the server chose JSON or an event stream. */
import type { JsonRpcMessage, JsonRpcRequest } from '../../types/jsonrpc.ts'
import type { CallScope } from '../call-scope.ts'
import { InvalidMessageError } from '../errors.ts'
import type { HttpContext, HttpResponse } from '../http/http-client.ts'
import { redactUrl } from '../http/redact.ts'
import { readText } from '../util/body.ts'
import { isAnswer } from '../validation/json-rpc.ts'
import { type Sign, takeSigns } from './activity.ts'
import type { EventCursor } from './event-cursor.ts'
import { readEvents } from './parse.ts'

export interface Messages {
  /** The messages of one read; undefined at the end. */
  next(): Promise<JsonRpcMessage[] | undefined>
  /** Reads the rest in the background, so that the connection can be reused. */
  drain(): void
  cancel(): void
}

export interface ReadOptions {
  /** The position in a stream that can be resumed. */
  cursor?: EventCursor | undefined
  /** The request whose answer is not reported as a position. */
  request?: JsonRpcRequest | undefined
  /** Takes what the connection brings. @default all of it proves that the call is alive */
  onSign?: ((sign: Sign) => void) | undefined
  /** Takes the `retry` of the stream. @default the cursor */
  onRetry?: ((milliseconds: number) => void) | undefined
  /** Each batch passes it. */
  filter?(batch: JsonRpcMessage[]): JsonRpcMessage[]
}

/** Throws for a response whose content type cannot contain the answer to a request. */
export function readMessages(
  { http, settings, emit }: HttpContext,
  response: HttpResponse,
  rpcMethod: string,
  scope: CallScope,
  {
    cursor,
    request,
    onSign = takeSigns(scope),
    onRetry = cursor?.setRetry,
    filter = (batch) => batch,
  }: ReadOptions = {},
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
      const { text, truncated } = await readText(body, limit, scope)
      if (truncated) throw tooLong()
      const batch = http.parseMessages(text, (reason) => {
        throw unexpected('JSON-RPC', text ? reason : 'an empty body')
      })
      return filter(batch)
    }
  }

  function fromStream(): Messages['next'] {
    const connection = cursor?.connect() ?? 0
    let knownIds = cursor?.newIds
    const ids: string[] = []
    const nextEvents = readEvents(body, {
      limit,
      tooLong,
      deadline: scope,
      onId: cursor && onId,
      onRetry,
      onComment: () => onSign('comment'),
      onPart: (isComment) => onSign(isComment ? 'comment' : 'message'),
    })
    const reject = (reason: string, value: unknown) => emit?.({ type: 'ignored', reason, value }, scope.call)
    return async () => {
      for (;;) {
        // Reported when what came with them was handled.
        report(ids.length)
        const events = await nextEvents()
        if (!events) return undefined
        const batch: JsonRpcMessage[] = []
        const replayed: JsonRpcMessage[] = []
        for (const { event = 'message', id, data } of events) {
          emit?.({ type: 'stream-event', request: requestNumber, event, id, length: data.length }, scope.call)
          // An event without data only carries its id; MCP uses no other event type on these streams.
          if (event !== 'message' || !data) continue
          const isReplay = id && cursor?.isReplay(id, data, connection)
          const messages = isReplay ? replayed : batch
          const before = messages.length
          http.parseMessages(data, reject, messages)
          // With the position of the answer, a program that dies before it has used the answer would have lost it.
          if (request && ids.length && messages.slice(before).some((message) => isAnswer(message, request, settings))) {
            report(id ? ids.indexOf(id) : ids.length)
            ids.length = 0
          }
        }
        const isNew = cursor?.newIds !== knownIds
        knownIds = cursor?.newIds
        onSign(batch.length ? 'message' : isNew ? 'new-id' : 'event')
        for (const message of replayed) if (isNeeded(message)) batch.push(message)
        if (batch.length) return filter(batch)
      }
    }

    function report(count: number): void {
      for (const id of ids.splice(0, Math.max(count, 0))) cursor?.report?.(id)
    }

    function onId(id: string): void {
      cursor!.moveTo(id)
      if (id && cursor!.report) ids.push(id)
    }
  }
}

/** A replayed answer may be the one that is awaited, and the reply to a replayed request may be lost. */
function isNeeded(message: JsonRpcMessage): boolean {
  return !('method' in message) || 'id' in message
}
