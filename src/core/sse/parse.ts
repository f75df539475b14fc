/** Parses the bytes of a stream into server-sent events, one batch per read. */
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { Body } from '../util/body.ts'
import type { Deadline } from '../util/deadline.ts'
import type { EventCursor } from './event-cursor.ts'

export interface EventOptions {
  /** Bytes of one event. */
  limit: number
  /** Creates the error for an event over the limit. */
  tooLong(): Error
  deadline: Deadline
  /** Moved by the events that are read; those that an earlier connection delivered are left out. */
  cursor?: (Partial<EventCursor> & Pick<EventCursor, 'setRetry'>) | undefined
  /** Called after each read, before the bytes are parsed. */
  onBytes?(): void
  /** Called for each comment. @default `deadline.touch` */
  onComment?(): void
  /** Called when a part of a line has arrived, as of a long message. @default `deadline.touch` */
  onPart?(): void
}

/** Returns a function that reads all events of one chunk; undefined at the end of the stream. */
export function readEvents(
  body: Pick<Body, 'read'>,
  options: EventOptions,
): () => Promise<EventSourceMessage[] | undefined> {
  const { limit, tooLong, deadline, cursor, onBytes } = options
  const touch = () => deadline.touch()
  const { onComment = touch, onPart = touch } = options
  // The parser removes a byte order mark itself.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let batch: EventSourceMessage[] = []
  let overflow = false
  const parser = createParser({
    maxBufferSize: limit,
    onId: cursor?.moveTo,
    onRetry: cursor?.setRetry,
    onEvent(event) {
      // An event that arrives in one chunk is never buffered, so its length is checked here too.
      if (event.data.length > limit) overflow = true
      else if (!event.id || (cursor?.isNew?.(event.id) ?? true)) batch.push(event)
    },
    onComment,
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') overflow = true
    },
  })

  return async () => {
    for (batch = []; !batch.length; ) {
      // Thrown at the next read, so that the events before the long one are delivered.
      if (overflow) throw tooLong()
      const chunk = await deadline.race(body.read())
      if (!chunk) return undefined
      onBytes?.()
      // A chunk whose last character is complete is decoded alone, which takes a tenth of the time in Node 20.
      const text = decoder.decode(chunk, { stream: !(chunk.at(-1)! < 0x80) })
      parser.feed(text)
      if (!'\r\n'.includes(text.at(-1) ?? '')) onPart()
    }
    return batch
  }
}
