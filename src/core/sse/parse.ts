/** Parses the bytes of a stream into server-sent events, one batch per read. */
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { Body } from '../util/body.ts'
import type { Deadline } from '../util/deadline.ts'

export interface EventOptions {
  /** Bytes of one event. */
  limit: number
  /** Creates the error for an event over the limit. */
  tooLong(): Error
  deadline: Deadline
  /** Called with each event id, also with one of an event without data. */
  onId?: ((id: string) => void) | undefined
  onRetry?: ((milliseconds: number) => void) | undefined
  /** Called after each read, before the bytes are parsed. */
  onBytes?(): void
  /** Called for each comment. */
  onComment?(): void
  /** Called when a part of a line has arrived, as of a long message or comment. */
  onPart?(isComment: boolean): void
}

/**
 * Returns a function that reads all events of one chunk; undefined at the end of the stream. There may be none if the
 * chunk has an event id.
 */
export function readEvents(
  body: Pick<Body, 'read'>,
  options: EventOptions,
): () => Promise<EventSourceMessage[] | undefined> {
  const { limit, tooLong, deadline, onId, onRetry, onBytes, onComment, onPart } = options
  // The parser removes a byte order mark itself.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let batch: EventSourceMessage[] = []
  let hasId = false
  let overflow = false
  let isInLine = false
  let isInComment = false
  const parser = createParser({
    maxBufferSize: limit,
    onId(id) {
      hasId = !!onId
      onId?.(id)
    },
    onRetry,
    onEvent(event) {
      // An event that arrives in one chunk is never buffered, so its length is checked here too.
      if (event.data.length > limit) overflow = true
      else batch.push(event)
    },
    // Without this function a long comment would not count for the limit.
    onComment: () => onComment?.(),
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') overflow = true
    },
  })

  return async () => {
    hasId = false
    for (batch = []; !batch.length && !hasId; ) {
      // Thrown at the next read, so that the events before the long one are delivered.
      if (overflow) throw tooLong()
      const chunk = await deadline.race(body.read())
      if (!chunk) return undefined
      onBytes?.()
      // A chunk whose last character is complete is decoded alone, which takes a tenth of the time in Node 20.
      const text = decoder.decode(chunk, { stream: !(chunk.at(-1)! < 0x80) })
      parser.feed(text)
      if (endsInLine(text)) onPart?.(isInComment)
    }
    return batch
  }

  /** Whether the text so far ends inside of a line. */
  function endsInLine(text: string): boolean {
    if (!text) return false
    const wasInLine = isInLine
    isInLine = !'\r\n'.includes(text.at(-1)!)
    // Searching forward is many times faster, and most parts of a long line have no end of one.
    if (isInLine && (!wasInLine || text.includes('\n') || text.includes('\r'))) {
      isInComment = text[Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1] === ':'
    }
    return isInLine
  }
}
