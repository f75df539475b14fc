/** Bytes to server-sent events, a batch per read. */
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { Body } from '../util/body.ts'
import type { Deadline } from '../util/deadline.ts'
import type { Position } from './event-cursor.ts'

export interface EventOptions {
  /** Bytes of one event. */
  limit: number
  /** Makes the error for an event over the limit. */
  tooLong(): Error
  deadline: Deadline
  /** Moved by what is read; events that another connection brought before are left out. */
  position?: Position | undefined
  /** Any byte at all, before it is read. */
  onBytes?(): void
  onComment?(): void
}

/** All events of one read; undefined at the end of the stream. */
export function readEvents(body: Body, options: EventOptions): () => Promise<EventSourceMessage[] | undefined> {
  const { limit, tooLong, deadline, position, onBytes, onComment = deadline.touch } = options
  const decoder = new TextDecoder()
  let batch: EventSourceMessage[] = []
  let overflow = false
  const parser = createParser({
    maxBufferSize: limit,
    onId: position?.moveTo,
    onRetry: position?.setRetry,
    onEvent(event) {
      // What arrives in one piece is never buffered, so its length is checked here too.
      if (event.data.length > limit) overflow = true
      else if (!event.id || !position || position.isNew(event.id)) batch.push(event)
    },
    onComment,
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') overflow = true
    },
  })

  return async () => {
    for (batch = []; !batch.length; ) {
      // Only now: what came with it in one piece was still good.
      if (overflow) throw tooLong()
      const piece = await deadline.race(body.read())
      if (!piece) return undefined
      onBytes?.()
      parser.feed(decoder.decode(piece, { stream: true }))
    }
    return batch
  }
}
